import { Parser } from 'htmlparser2'
import { type ComposedMail, type ComposeOptions, composeFilingMail } from '../outbox/deliveries/compose.ts'
import type { FilingMail, MailDocument, MailTemplate } from '../outbox/deliveries/filing-mail.ts'
import { filledWith, missingTemplate } from '../outbox/deliveries/fill-template.ts'
import {
  documentsMark,
  type MailContext,
  renderMailBody,
  renderSubject,
  sampleContext,
} from '../outbox/templates/mail-template.ts'

export const composeOptions = {
  publicUrl: 'https://notices.hale-osei.example',
  consoleUrl: 'https://notices.hale-osei.example',
  mailFrom: 'courtcrier@hale-osei.example',
}

/** What differs from the usual filing, recipient and firm. */
export interface Overrides {
  template?: MailTemplate
  delivery?: Partial<FilingMail['delivery']>
  firm?: Partial<FilingMail['firm']>
  envelope?: Partial<FilingMail['envelope']>
  documents?: readonly MailDocument[]
  options?: Partial<ComposeOptions>
}

/** Composes the email about a filing with one document, to one timekeeper. */
export function compose(overrides: Overrides = {}): ComposedMail {
  return composeFilingMail(
    {
      delivery: {
        id: 'delivery-1',
        itemId: 'item-1',
        email: 'r.osei@hale-osei.example',
        name: 'Ruth Osei',
        method: 'PDF',
        reason: 'Assigned to the case.',
        messageKey: 'delivery-1',
        ...overrides.delivery,
      },
      firm: {
        name: 'Hale & Osei LLP',
        primaryColor: null,
        replyToEmail: 'docketing@hale-osei.example',
        maxEmailAttachmentSize: null,
        prefersCombinedDocuments: false,
        timeZone: null,
        publicDocumentAccess: false,
        ...overrides.firm,
      },
      envelope: {
        id: 'envelope-1',
        caseId: 'case-1',
        courtId: 'cand',
        event: 'Motion for Summary Judgment',
        docketText: 'MOTION for Summary Judgment filed by Acme, Inc.',
        caseName: 'Acme, Inc. v. Doe',
        docketNumber: '3:26-cv-04417-RS',
        documentNumber: '118',
        date: '2026-11-20',
        enteredAt: '2026-11-21T01:41:00.000Z',
        filedBy: 'R. Osei',
        filedOnBehalfOf: null,
        isSealed: false,
        caseNumbers: null,
        ...overrides.envelope,
      },
      documents: overrides.documents ?? [documentOf({})],
      template: overrides.template,
    },
    { ...composeOptions, filled: overrides.template && filledHere(overrides.template), ...overrides.options },
  )
}

/** Does what `fillTemplate` does, without its thread. */
function filledHere({ id, found }: MailTemplate) {
  if (!found) return missingTemplate(id)
  const subject = renderSubject(found.subject ?? '', found.context)
  const body = renderMailBody(found.body ?? '', found.context)
  return filledWith({ id, name: found.name }, { subject, body, mark: documentsMark })
}

/** Returns a template of the firm, with the context of a case and an event whose names contain markup. */
export function templateOf(values: { subject?: string; body?: string }): MailTemplate {
  const context: MailContext = {
    ...sampleContext,
    case: { ...sampleContext.case, name: 'Acme <v.> Doe' },
    filing: { ...sampleContext.filing, event: 'Motion <1>' },
  }
  return { id: 'template-1', found: { name: 'Ours', subject: null, body: null, context, ...values } }
}

/** Returns a retrieved document of one megabyte. */
export function documentOf(values: Partial<MailDocument>): MailDocument {
  return {
    id: 'd0',
    number: '118',
    title: 'Motion',
    verdict: 'fetched',
    sentence: null,
    fileId: 'f',
    size: 1_000_000,
    pages: 12,
    sealed: false,
    originalFileName: null,
    uploaded: false,
    copies: [],
    ...values,
  }
}

function walk(html: string): { elements: string[]; attributes: [string, string][]; text: string } {
  const found = { elements: [] as string[], attributes: [] as [string, string][], text: '' }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      found.elements.push(name)
      found.attributes.push(...Object.entries(attributes))
    },
    ontext: (text) => {
      found.text += text
    },
  })
  parser.end(html)
  return found
}

export const elementsOf = (html: string) => walk(html).elements
export const attributesOf = (html: string) => walk(html).attributes.map(([name]) => name)
export const linksOf = (html: string) =>
  walk(html).attributes.flatMap(([name, value]) => (['href', 'src'].includes(name) ? [value] : []))
export const textOfHtml = (html: string) => walk(html).text
