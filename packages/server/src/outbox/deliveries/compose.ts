import { deliveryParameter } from '@courtcrier/contract/resources/delivery.ts'
import { oneLine } from '@courtcrier/lib/mail-text.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import { shortCourtName } from '../../courts/directory/short-name.ts'
import { momentText } from '../templates/moment-text.ts'
import type { ForMail } from './combine-for-mail.ts'
import type { FilingMail, MailDocument } from './filing-mail.ts'
import type { DeliveryView } from './filing-view.ts'
import type { FilledBody, FilledTemplate, TemplateProblem } from './fill-template.ts'
import { htmlPart } from './html-part.ts'
import { methodTraits } from './method.ts'
import { type PlacedDocument, placeDocuments, usualAttachmentLimit } from './place-documents.ts'
import { textPart } from './text-part.ts'

/** An email ready to send, except for the bytes of its attachments. */
export interface ComposedMail {
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo: string | undefined
  subject: string
  text: string
  html: string
  messageId: string
  references: string | undefined
  headers: Readonly<Record<string, string>>
  attachments: readonly MailAttachment[]
  /** How many documents of the filing are attached. */
  attachedDocuments: number
  /** How many more are linked. */
  linkedDocuments: number
  /** Why the firm's template was not used. */
  templateProblem?: TemplateProblem
}

/** A file in the blob store, or one made for this email. */
export type MailAttachment = { fileName: string; size: number } & ({ fileId: string } | { content: Uint8Array })

export interface ComposeOptions {
  /** The installation's address, for the IDs of emails. */
  publicUrl: string
  /** What links to the firm's records begin with. */
  consoleUrl: string
  mailFrom: string
  /** Why the documents are linked although they should be attached. */
  linksBecause?: string
  /** The documents as one file if the firm prefers that, or why they aren't. */
  together?: ForMail
  /** The result of the firm's template, if the email has one. */
  filled?: FilledTemplate | TemplateProblem | undefined
  /** The path of a link that shows a document without a login; used only if the firm allows it. */
  publicPathOf?: (documentId: string) => string
}

/** The email that notifies one person of one filing. The same input always produces the same email. */
export function composeFilingMail(mail: FilingMail, options: ComposeOptions): ComposedMail {
  const { delivery, firm, envelope } = mail
  const { placed, remark } = placeAll(mail, options)
  const { filled } = options
  const own: FilledTemplate = filled && !('templateId' in filled) ? filled : {}
  const view = viewOf(mail, { ...options, placed, remark, body: own.body })
  return {
    from: { name: view.firmName, address: options.mailFrom },
    to: { name: oneLine(delivery.name ?? '', 100), address: delivery.email },
    replyTo: firm.replyToEmail ?? undefined,
    subject: own.subject ?? subjectOf(view),
    text: textPart(view),
    html: htmlPart(view),
    messageId: messageIdOf(delivery.messageKey, options.publicUrl),
    references: envelope.caseId ? messageIdOf(`case-${envelope.caseId}`, options.publicUrl) : undefined,
    headers: {
      // RFC 3834: no out-of-office replies; Exchange has its own name for it.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // RFC 2369: mail programs show it as a button. The page needs a login, so it isn't one-click (RFC 8058).
      'List-Unsubscribe': `<${view.settingsUrl}>`,
      'X-Courtcrier-Filing': envelope.id,
    },
    attachments: attachmentsOf(placed, options.together),
    attachedDocuments: countOf(placed, 'attached'),
    linkedDocuments: countOf(placed, 'link'),
    ...(filled && 'templateId' in filled && { templateProblem: filled }),
  }
}

function countOf(placed: readonly PlacedDocument[], kind: PlacedDocument['place']['kind']): number {
  return placed.filter(({ place }) => place.kind === kind).length
}

function attachmentsOf(placed: readonly PlacedDocument[], together: ForMail): readonly MailAttachment[] {
  const singles = placed.flatMap(({ document, place }) =>
    place.kind === 'attached' && document.fileId
      ? [{ fileId: document.fileId, fileName: place.fileName, size: document.size ?? 0 }]
      : [],
  )
  if (singles.length === 0 || !together || !('combined' in together)) return singles
  const { fileName, content } = together.combined
  return [{ fileName, content, size: content.byteLength }]
}

/** `<key@host>`, where the host is the installation's, so that no two installations share an ID (RFC 5322, 3.6.4). */
export function messageIdOf(key: string, publicUrl: string): string {
  return `<${key.replace(/[^\w.-]/g, '')}@${new URL(publicUrl).hostname}>`
}

/** Longer docket texts continue in the console: Gmail hides everything after 100 KB of HTML. */
const longestDocketText = 12_000
const mostDocuments = 60

function placeAll(mail: FilingMail, { consoleUrl, linksBecause, publicPathOf, together }: ComposeOptions) {
  const { delivery, firm, envelope, documents } = mail
  const isOpen = firm.publicDocumentAccess && !envelope.isSealed
  const told = `${deliveryParameter}=${encodeURIComponent(delivery.id)}`
  const documentPathOf = ({ id, sealed }: MailDocument) =>
    isOpen && !sealed && publicPathOf ? publicPathOf(id) : `/load-document/${encodeURIComponent(id)}?${told}`
  const { placed, remark } = placeDocuments(documents, {
    attaches: methodTraits[delivery.method].attaches && !linksBecause,
    limit: firm.maxEmailAttachmentSize ?? usualAttachmentLimit,
    urlOf: (document: MailDocument) => consoleUrl + documentPathOf(document),
    ...(together && 'combined' in together && { combinedName: together.combined.fileName }),
    ...(together && 'singlesBecause' in together && { singlesBecause: together.singlesBecause }),
  })
  return { placed, remark: linksBecause ?? remark }
}

interface Placed {
  placed: readonly PlacedDocument[]
  remark: string | undefined
  body: FilledBody | undefined
}

function viewOf({ delivery, firm, envelope, stampWait }: FilingMail, view: Placed & ComposeOptions): DeliveryView {
  const court = envelope.courtId ? findCourt(envelope.courtId) : undefined
  const text = envelope.docketText ?? ''
  return {
    firmName: oneLine(firm.name, 100),
    color: firm.primaryColor ?? '',
    caseName: oneLine(envelope.caseName ?? '', 300),
    docketNumber: oneLine(envelope.docketNumber ?? '', 120),
    court: court ? shortCourtName(court) : '',
    event: oneLine(envelope.event ?? '', 300) || 'New filing',
    facts: factsOf(envelope, court?.timeZone ?? firm.timeZone ?? 'UTC'),
    docketText:
      text.length > longestDocketText ? `${text.slice(0, longestDocketText)} … (the rest is in Courtcrier)` : text,
    isSealed: envelope.isSealed,
    sender: oneLine(envelope.sender ?? '', 500),
    documents: view.placed.slice(0, mostDocuments),
    namesCopies: methodTraits[delivery.method].namesCopies,
    remark: [view.remark, stampRemark(stampWait), tooMany(view.placed.length)].filter(Boolean).join(' ') || undefined,
    url: `${view.consoleUrl}/load-notice/${encodeURIComponent(delivery.itemId)}`,
    reason: oneLine(delivery.reason ?? '', 500) || 'You are notified of filings in this case.',
    settingsUrl: `${view.consoleUrl}/profile#delivery`,
    body: view.body,
  }
}

/** Says so if the documents were released without the court's stamp. */
function stampRemark(wait: FilingMail['stampWait']): string | undefined {
  if (wait?.status === 'released')
    return "The documents don't have the court's stamp yet. You will be notified again if the court stamps them."
  if (wait?.status !== 'unstamped') return undefined
  return `The court did not stamp the documents within ${wait.minutes === 1 ? 'one minute' : `${wait.minutes} minutes`}, so they are without its stamp.`
}

function tooMany(count: number): string | undefined {
  const more = count - mostDocuments
  if (more <= 0) return undefined
  return `${more} more ${more === 1 ? 'document is' : 'documents are'} not listed here; Courtcrier lists them all.`
}

function subjectOf({ caseName, docketNumber, event }: DeliveryView): string {
  const name = oneLine(caseName, 100)
  const number = oneLine(docketNumber, 60)
  const what = name && number ? `${name} (${number})` : name || number || 'Court filing'
  return `${what}: ${oneLine(event, 120)}`
}

function factsOf(envelope: FilingMail['envelope'], zone: string): DeliveryView['facts'] {
  const facts: (readonly [string, string | null])[] = [
    ['Filed', envelope.date && dateOf(envelope.date)],
    // In the court's own time zone, because deadlines run there.
    ['Entered', envelope.enteredAt && momentText(envelope.enteredAt, zone)],
    ['Filed by', envelope.filedBy],
    ['On behalf of', envelope.filedOnBehalfOf],
    ['Document number', envelope.documentNumber],
    ['Also in', otherNumbers(envelope)],
    ['Authenticity', envelope.sender ?? null],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, oneLine(value, 500)] as const] : []))
}

/** A spread entry names several cases; the heading already has one of them. */
function otherNumbers({ caseNumbers, docketNumber }: FilingMail['envelope']): string {
  const numbers = (caseNumbers ?? '').split(/[,;\n]/).map((number) => number.trim())
  return numbers.filter((number) => number !== '' && number !== docketNumber).join(', ')
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function dateOf(isoDate: string): string {
  const date = new Date(isoDate)
  return Number.isNaN(date.getTime()) ? isoDate : days.format(date)
}
