import type { Found, Notice, NoticeCase, NoticeDocument, NoticeKind, NoticeLink } from '@courtcrier/contract/notice.ts'
import { whyNotOneNotice } from '../../families/one-notice.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, KnownCourt, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findNoticeStart } from '../../text/notice-start.ts'
import { saysSealed } from '../../text/says-sealed.ts'
import { findAssignedNumber } from '../bankruptcy-filing/sentences.ts'
import { type CaseReading, readCase } from './cases.ts'
import { readCrossReferences } from './cross-references.ts'
import { readDocuments } from './documents.ts'
import { readEvent } from './event.ts'
import { type Layout, layOut } from './layout.ts'
import { readRecipients } from './recipients.ts'
import { withoutRepeatSentence } from './repeated.ts'
import { readTransaction } from './transaction.ts'

/**
 * Notices of Electronic Filing, in HTML and plain text, from every court that runs CM/ECF's trial version: district and
 * bankruptcy courts, the Panel on Multidistrict Litigation, the Courts of Federal Claims and International Trade,
 * bankruptcy appellate panels. Their headings and subjects differ and decide nothing. This includes notices of claims,
 * of changed entries and of new bankruptcy cases, which have the same tables. The rows of a claim follow court manuals
 * and courtlistener issue 2338; no real message was available.
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
  // Announcements mention these notices too, but contain no transaction.
  return transaction.test(text.slice(at)) ? 1 : 0.4
}

function read(message: Message, { court }: KnownCourt): NoticeReading {
  const { body, isRepeated } = withoutRepeatSentence(readBody(message))
  const layout = layOut(body)
  const understood: Partial<Notice> = {
    kind: kindOf(layout, undefined, undefined),
    ...(isRepeated && { isRepeated }),
    ...readTransaction(body, layout.enteredAt, court),
  }
  const obstacle = whyNotOneNotice(body, layout)
  return obstacle ? { understood, obstacle } : readFiling({ message, body, layout, understood })
}

/** Whether it is a new entry, a change to an earlier entry, or a claim in the claims register. */
function kindOf(layout: Layout, event: string | undefined, docketText: string | undefined): NoticeKind {
  if (layout.isClaim) return 'claim'
  if (layout.isEdit || updated.test(event ?? '')) return 'modification'
  const text = docketText ?? ''
  return opensAsChange.test(text) || endsAsError.test(text.slice(-200)) ? 'modification' : 'filing'
}

const updated = /^docket entry #? ?\d{1,6} has been (?:updated|modified|corrected|deleted)/i

const opensAsChange =
  /^\W{0,8}(?:modified (?:dkt|docket) text from|modified date filed from|added correct pdf to document|deleted (?:entry|document)\b|entry deleted\b)/i

/** The clerk's last remark, before the clerk's initials; elsewhere the words refer to another entry. */
const endsAsError = /\(entered in error\)[\s.]{0,4}(?:\([^()]{0,60}\)[\s.]{0,4}){0,2}$/i

interface Parts {
  message: Message
  body: Body
  layout: Layout
  understood: Partial<Notice>
}

function readFiling({ message, body, layout, understood }: Parts): NoticeReading {
  const elsewhere = layout.cases.length === 1 ? numberElsewhere(message, body) : undefined
  const readings = layout.cases.map((lines) => readCase(body, lines, elsewhere))
  const whole = readings.filter((reading) => 'case' in reading)
  const cases = whole.map((reading) => reading.case)
  const event = readEvent(message, layout.head, cases) ?? openingEvent(body, layout)
  const docketText = whole.find((reading) => reading.docketText)?.docketText
  const filing = { event, docketText, cases: withOwnTexts(whole, docketText), whole }
  const all = { ...understood, ...assemble({ message, body, layout, filing }) }
  const unread = readings.find((reading) => 'problem' in reading)
  return unread ? { understood: all, obstacle: unread.problem } : { understood: all }
}

/**
 * Finds the case's number if its table has none, as when a case is opened: in the sentence that assigns it, or as the
 * only number in the subject.
 */
function numberElsewhere(message: Message, body: Body): Found<string> | undefined {
  const assigned = findAssignedNumber(body, findNoticeStart(body).headings[0])
  if (assigned) return assigned
  const numbers = new Set(message.subject.slice(0, longestSubject).match(numberPattern))
  const [value] = numbers
  return value && numbers.size === 1 ? { value, from: 'subject' } : undefined
}

const longestSubject = 2_000
/** After an office, a serial has five digits at least. */
const numberPattern =
  /(?<![\w:-])(?:\d{1,2}:\d\d-(?:[a-z]{2}-)?\d{5,6}|\d\d-(?:[a-z]{2}-)?\d{4,6})(?:-[a-z]{2,4}){0,2}(?![\w-])/gi

/** The title of a bankruptcy case's first notice says what happened if the subject doesn't. */
function openingEvent(body: Body, { head }: Layout): Found<string> | undefined {
  const line = head.find(({ text }) => /^\W{0,9}Notice of Bankruptcy Case Filing\W{0,4}$/i.test(text))
  const at = line ? body.text.slice(line.start, line.end).search(/Notice/i) : -1
  if (!line || at < 0) return undefined
  const end = body.text.slice(line.start, line.end).search(/Filing/i) + 'Filing'.length
  return { value: 'Notice of Bankruptcy Case Filing', span: [line.start + at, line.start + end], from: 'body' }
}

/** If the clerk wrote a separate text for a case, it stays with that case. */
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

function assemble({ message, body, layout, filing }: Omit<Parts, 'understood'> & { filing: Filing }): Partial<Notice> {
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
      cases: whole.flatMap(({ numberWords }) => numberWords ?? []),
      subject: message.subject,
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

/** The document of a spread entry has its token in only one row, which may be any. */
function mainLink(cases: readonly NoticeCase[]): NoticeLink | undefined {
  const own = cases[0]?.link
  if (own?.token) return own
  const others = own ? cases.filter(({ link }) => link?.courtDocumentId === own.courtDocumentId) : cases
  return others.find(({ link }) => link?.token)?.link ?? own ?? cases.find(({ link }) => link)?.link
}

function withDocuments(one: NoticeCase, documents: readonly NoticeDocument[]): NoticeCase {
  return documents.length > 0 ? { ...one, documents } : one
}
