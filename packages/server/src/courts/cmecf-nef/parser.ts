import type { Found, Notice, NoticeCase, NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { type Body, readBody } from '../body.ts'
import { whyNotOneNotice } from '../one-notice.ts'
import type { CourtParser, KnownCourt, Reading } from '../parser.ts'
import { saysSealed } from '../says-sealed.ts'
import { numberElsewhere, openingEvent } from './case-opening.ts'
import { type CaseReading, readCase } from './cases.ts'
import { readCrossReferences } from './cross-references.ts'
import { readDocuments } from './documents.ts'
import { readEvent } from './event.ts'
import { kindOf } from './kind.ts'
import { type Layout, layOut } from './layout.ts'
import { readRecipients } from './recipients.ts'
import { readTransaction } from './transaction.ts'

/**
 * Notices of Electronic Filing, in HTML and plain text, of every court that runs CM/ECF's trial version: district and
 * bankruptcy courts, the Panel on Multidistrict Litigation, the Courts of Federal Claims and International Trade,
 * bankruptcy appellate panels. Their headings and subjects differ and decide nothing. With them come the notices of
 * claims, of changed entries and of bankruptcy cases just filed, which have the same tables. The rows of a claim are as described by court manuals and
 * in courtlistener issue 2338; no real message was seen.
 */
export const cmecfNef: CourtParser = { name: 'cmecf-nef', score, read }

const title = /Notice\s{1,9}of\s{1,9}(?:Electronic\s{1,9}(?:Claims?\s{1,9})?|Bankruptcy\s{1,9}Case\s{1,9})Filing/i
const transaction = /The\s{1,9}following\s{1,9}(?:transaction|claim)\s{1,9}was\s|Case\s{1,9}Name\s{0,9}:/i
const activity = /^(?:re-send: ?)?activity (?:in|on) (?:(?:a|the|[a-z]{2,6}) )?case\b/i

function score(message: Message): number {
  const { text } = readBody(message)
  const isActivity = activity.test(message.subject)
  const at = text.search(title)
  if (at < 0) return isActivity ? 0.3 : 0
  if (isActivity) return 1
  // Announcements speak of these notices too, but hold no transaction.
  return transaction.test(text.slice(at)) ? 1 : 0.4
}

function read(message: Message, { court }: KnownCourt): Reading {
  const body = readBody(message)
  const layout = layOut(body)
  const understood: Partial<Notice> = {
    kind: kindOf(layout, undefined, undefined),
    ...(layout.isRepeated && { isRepeated: true }),
    ...readTransaction(body, layout.enteredAt, court),
  }
  const obstacle = whyNotOneNotice(body, layout)
  return obstacle ? { understood, obstacle } : readFiling({ message, body, layout, understood })
}

interface Parts {
  message: Message
  body: Body
  layout: Layout
  understood: Partial<Notice>
}

function readFiling({ message, body, layout, understood }: Parts): Reading {
  const elsewhere = layout.cases.length === 1 ? numberElsewhere(message, body) : undefined
  const readings = layout.cases.map((lines) => readCase(body, lines, elsewhere))
  const whole = readings.filter((reading) => 'case' in reading)
  const cases = whole.map((reading) => reading.case)
  const event = readEvent(message, layout.head, cases) ?? openingEvent(body, layout)
  const docketText = whole.find((reading) => reading.docketText)?.docketText
  const filing = { event, docketText, cases: withOwnTexts(whole, docketText), whole }
  const all = { ...understood, ...assemble({ body, layout, filing }) }
  const unread = readings.find((reading) => 'problem' in reading)
  return unread ? { understood: all, obstacle: unread.problem } : { understood: all }
}

/** Where the clerk wrote a case a text of its own, it is kept with that case. */
function withOwnTexts(whole: readonly CaseReading[], first: Found<string> | undefined): NoticeCase[] {
  return whole.map((reading) => {
    const { docketText } = reading
    return docketText && docketText.value !== first?.value ? { ...reading.case, docketText } : reading.case
  })
}

interface Filing {
  event?: Found<string>
  docketText?: Found<string>
  cases: readonly NoticeCase[]
  whole: readonly CaseReading[]
}

function assemble({ body, layout, filing }: { body: Body; layout: Layout; filing: Filing }): Partial<Notice> {
  const { event, docketText, cases, whole } = filing
  const filer = whole.find((reading) => reading.filer)?.filer
  const claimNumber = whole.find((reading) => reading.claimNumber)?.claimNumber
  const documentNumber = cases[0]?.documentNumber
  const documents = documentsOf({ body, layout, filing })
  return {
    kind: kindOf(layout, event?.value, docketText?.value),
    cases: cases.map((one, index) => withDocuments(one, index === 0 ? [] : (documents[index] ?? []))),
    ...(event && { event }),
    ...(docketText && { docketText }),
    ...(documentNumber && { documentNumber }),
    ...(filer && { filer }),
    ...(claimNumber && { claimNumber }),
    isCaseClosed: cases.some((one) => one.isClosed),
    isSealed: saysSealed({
      event: event?.value,
      docketText: docketText?.value,
      documentNumber: whole[0]?.documentWords,
    }),
    crossReferences: readCrossReferences(body, docketText?.span),
    documents: documents[0] ?? [],
    recipients: readRecipients(body, layout.mailing),
  }
}

function documentsOf({ body, layout, filing }: { body: Body; layout: Layout; filing: Filing }): NoticeDocument[][] {
  const claim = filing.whole.find(({ claimNumber }) => claimNumber)?.claimNumber
  const mains = filing.cases.map((one, index) => ({
    number: one.documentNumber?.value,
    link: index === 0 ? mainLink(filing.cases) : one.link,
    title: filing.event?.value ?? (claim && `Claim ${claim.value}`),
  }))
  return readDocuments(body, layout.documents, mains)
}

/** A spread entry's document has its token on one row only, whichever that is. */
function mainLink(cases: readonly NoticeCase[]): NoticeLink | undefined {
  const own = cases[0]?.link
  if (own?.token) return own
  const others = own ? cases.filter(({ link }) => link?.courtDocumentId === own.courtDocumentId) : cases
  return others.find(({ link }) => link?.token)?.link ?? own ?? cases.find(({ link }) => link)?.link
}

function withDocuments(one: NoticeCase, documents: readonly NoticeDocument[]): NoticeCase {
  return documents.length > 0 ? { ...one, documents } : one
}
