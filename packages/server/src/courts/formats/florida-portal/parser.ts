import type { Found, Notice, NoticeRecipient } from '@courtcrier/contract/notice.ts'
import { findCourt } from '../../directory/directory.ts'
import { findStateCourt } from '../../directory/state-court-name.ts'
import { findObstacle, readCases } from '../../families/efiling-notice.ts'
import { readEfilingRecipients } from '../../families/efiling-recipients.ts'
import { type EfilingRow, efilingValue, labelsOf, linesUnder, readEfilingRows } from '../../families/efiling-rows.ts'
import { findSubject, type SubjectLine, subjectPart } from '../../families/efiling-subject.ts'
import { readEfilingDate, readEfilingTime } from '../../families/efiling-time.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, KnownCourt, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'
import { goesOnBelow } from '../../text/wrapped-lines.ts'
import { readFloridaDocuments } from './documents.ts'
import { findCourtOfUcn, findFloridaNumber } from './ucn.ts'

/** The labels of the portal's service mail, and those attorneys use in their own mail. */
const floridaLabels = labelsOf({
  heading:
    'notice of service of court documents|filing information|documents|e-service recipients selected for service|e-service recipients not selected for service|service of court document|service of court documents',
  court: 'court|court name|court in which the proceeding is pending|court in which proceeding is pending',
  number: 'case #|case number|case no|case no.|ucn|uniform case number|case number(s)',
  name: 'case style|case name|style|parties|party names|initial parties|name of initial parties|name of the initial party on each side|names of initial parties',
  reference: 'filing #|filing number|filing no.|filing id',
  submitted: 'filing time|filing date|filed|date filed|filing date/time',
  'filed by': "filer|filed by|sender|sender name|sent by|served by|name of sender|sender\u2019s name|sender's name",
  filer: 'on behalf of|filed on behalf of',
  document:
    'document|document title|document titles|document(s) served|documents served|documents filed|title of document|title of documents|title(s) of document(s)|title of each document served|title of document(s) served|title of document served|documents attached|attachments|attached documents',
  other:
    "court case #|phone|telephone|telephone number|phone number|sender telephone|sender's telephone number|sender\u2019s telephone number|email|e-mail|title|file|name|email address|division|judge|county|plaintiff|defendant|petitioner|respondent",
  tail: 'thank you|sincerely|respectfully|very truly yours|regards|best regards|confidentiality notice|confidentiality note',
})

/**
 * Service mail of the Florida Courts E-Filing Portal, and email service among attorneys in the form prescribed by Rule
 * 2.516(b)(1)(E) of General Practice and Judicial Administration. The portal's labels are from a forwarded message of
 * January 2026 quoted in a public program; the rest of its layout, and attorneys' own mail, follow the rule, and no
 * real message was available (docs/notices.md). Anyone can send such mail, so it is read, but no link in it is
 * followed.
 */
export const floridaPortal: CourtParser = { name: 'florida-portal', score, read }

const subjectPattern = /\bservice of court documents?\b/i
const portalDomain = 'myflcourtaccess.com'

function score(message: Message): number {
  const body = readBody(message)
  // A federal notice forwarded under this subject is still a federal notice.
  if (/following\s+transaction\s+was\s+(?:entered|received)/i.test(body.text.slice(0, 20_000))) return 0
  const isPortal = message.from?.address.toLowerCase().endsWith(`@${portalDomain}`) === true
  const subject = findSubject(message, body, (text) => subjectPattern.test(text))
  if (subject) return 0.9
  return isPortal && /notice of service of court documents/i.test(body.text.slice(0, 5_000)) ? 0.8 : 0
}

function read(message: Message, known: KnownCourt): NoticeReading {
  const body = readBody(message)
  const rows = readEfilingRows(body, floridaLabels)
  const value = (key: EfilingRow['key']) => efilingValue(body, rows, key)
  const subject = findSubject(message, body, (text) => subjectPattern.test(text))
  const number = findNumber(body, rows, subject)
  const courtWords = findCourtWords(body, value('court'))
  const courtId = readCourt(courtWords, number)
  const court = (courtId && findCourt(courtId.value)) ?? known.court
  const reference = value('reference')
  const time = value('submitted')
  const enteredAt = readEfilingTime(time, court)
  const filedDate = readEfilingDate(time)
  const documents = readFloridaDocuments(message, body, rows)
  const sender = withoutPhone(value('filed by'))
  const understood: Partial<Notice> = {
    kind: 'service',
    ...(courtId && { courtId }),
    cases: readCases(number, value('name'), reference),
    ...(documents[0] && { event: eventOf(documents[0].description, subject?.text ?? '') }),
    ...(reference && { reference }),
    ...(enteredAt && { enteredAt }),
    ...(filedDate && { filedDate }),
    ...(sender && { filingUser: sender }),
    documents,
    recipients: readRecipients(body, rows),
  }
  const obstacle = findObstacle(body, rows)
  const courtHint = courtId ? undefined : { state: 'Florida', ...(courtWords && { words: courtWords.value }) }
  return { understood, ...(obstacle && { obstacle }), ...(courtHint && { courtHint }) }
}

/**
 * What was served, with the message's position among those the rule requires for one service. Each has its own
 * documents, so they are separate filings and none hides another's.
 */
function eventOf(title: Found<string>, subject: string): Found<string> {
  const [, part, count] = /\b(\d{1,2}) of (\d{1,2})\b/i.exec(subject) ?? []
  return part && count !== '1' ? { value: `${title.value} (${part} of ${count})`, from: 'derived' } : title
}

/** The portal appends the filer's telephone number to the name. */
function withoutPhone(words: Found<string> | undefined): Found<string> | undefined {
  const name = words?.value.replace(/(?<![\s,])[\s,]+\(?\d{3}\)?[-. ]?\d{3}[-. ]\d{4}\b.{0,20}$/, '')
  if (!words?.span || !name || name === words.value) return words
  return { ...words, value: name, span: [words.span[0], words.span[0] + name.length] }
}

/**
 * The labeled number, otherwise the one that the rule requires in the subject. Numbers in a signature are never
 * considered.
 */
function findNumber(
  body: Body,
  rows: readonly EfilingRow[],
  subject: SubjectLine | undefined,
): Found<string> | undefined {
  const labeled = efilingValue(body, rows, 'number')
  if (labeled) return labeled
  const at = subject?.text.search(subjectPattern) ?? -1
  const inSubject = subject && findFloridaNumber(subject.text.slice(at))
  return subject && inSubject && subjectPart(subject, inSubject.value)
}

/** If the court has no label, it is named in the caption. */
function findCourtWords(body: Body, labeled: Found<string> | undefined): Found<string> | undefined {
  if (labeled) return labeled
  for (const [place, { start, end }] of body.lines.slice(0, captionLines).entries()) {
    if (end - start > 300) continue
    const line = findWords(body, start, endOfCourt(body, place))
    if (line && /^in the (?:circuit|county|district|supreme) court\b/i.test(line.value)) return line
  }
  return undefined
}

const captionLines = 80

/** A mail program may have wrapped it: "IN THE CIRCUIT COURT … IN AND FOR" / "HILLSBOROUGH COUNTY, FLORIDA". */
function endOfCourt(body: Body, place: number): number {
  let last = place
  while (last - place < mostWrapped && goesOnBelow(body, body.lines[last], body.lines[last + 1])) last++
  return body.lines[last]?.end ?? 0
}

const mostWrapped = 3

/**
 * The court according to the words. "Fifteenth Judicial Circuit, Palm Beach County" leaves open whether it is the
 * circuit or the county court, which the Uniform Case Number shows. If words and number mean different courts, neither
 * is used.
 */
function readCourt(words: Found<string> | undefined, number: Found<string> | undefined): Found<string> | undefined {
  const byWords = words && findStateCourt(words.value, 'Florida')
  const byNumber = number && findCourtOfUcn(number.value)
  if (!byWords || !words) return byNumber && number && { ...number, value: byNumber.id }
  const isRefined = byNumber?.parent === byWords.id
  if (byNumber && byNumber.id !== byWords.id && !isRefined) return undefined
  return isRefined && number ? { ...number, value: byNumber.id } : { ...words, value: byWords.id }
}

/** The portal lists the people it served and those it did not. */
function readRecipients(body: Body, rows: readonly EfilingRow[]): NoticeRecipient[] {
  return [true, false].flatMap((isServed) => {
    const heading = isServed ? /^e-service recipients selected/i : /^e-service recipients not selected/i
    const lines = linesUnder(body, rows, heading).map(({ start, end }) => [start, end] as const)
    const people = lines.filter(([from, to]) => !tableHead.test(body.text.slice(from, Math.min(to, from + 60)).trim()))
    return readEfilingRecipients(body, people, isServed)
  })
}

const tableHead = /^(?:name|(?:name\s+)?e-?mail address(?:es)?)$/i
