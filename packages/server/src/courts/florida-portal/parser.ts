import type { Found, Notice, NoticeRecipient } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { type Body, readBody } from '../body.ts'
import { findCourt } from '../directory.ts'
import { findObstacle, readCases } from '../efiling-notice.ts'
import { readEfilingRecipients } from '../efiling-recipients.ts'
import { type EfilingRow, efilingValue, linesUnder, readEfilingRows } from '../efiling-rows.ts'
import { findSubject, type SubjectLine, subjectPart } from '../efiling-subject.ts'
import { readEfilingDate, readEfilingTime } from '../efiling-time.ts'
import { findWords } from '../found.ts'
import type { CourtParser, KnownCourt, Reading } from '../parser.ts'
import { findStateCourt } from '../state-court-name.ts'
import { readFloridaDocuments } from './documents.ts'
import { floridaLabels } from './labels.ts'
import { findCourtOfUcn, findFloridaNumber } from './ucn.ts'

/**
 * Service mail of the Florida Courts E-Filing Portal, and service by e-mail among lawyers, whose form Rule 2.516(b)(1)(E)
 * of General Practice and Judicial Administration prescribes. The portal's labels are those of a forwarded message of
 * January 2026 retold in a public program; the rest of its layout and every lawyer's mail is as the rule says, and no real
 * message was seen (docs/notices.md). Anybody can send such mail: it is read, and nothing in it is followed.
 */
export const floridaPortal: CourtParser = { name: 'florida-portal', score, read }

const subjectPattern = /\bservice of court documents?\b/i
const portalDomain = 'myflcourtaccess.com'

function score(message: Message): number {
  const body = readBody(message)
  // A federal notice that somebody forwards under this subject stays a federal notice.
  if (/following\s+transaction\s+was\s+(?:entered|received)/i.test(body.text.slice(0, 20_000))) return 0
  const isPortal = message.from?.address.toLowerCase().endsWith(`@${portalDomain}`) === true
  const subject = findSubject(message, body, (text) => subjectPattern.test(text))
  if (subject) return 0.9
  return isPortal && /notice of service of court documents/i.test(body.text.slice(0, 5_000)) ? 0.8 : 0
}

function read(message: Message, known: KnownCourt): Reading {
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
 * What was served, with the message's place among those that the rule has sent for one service: each bears documents of
 * its own, so they are filings of their own and none hides another's.
 */
function eventOf(title: Found<string>, subject: string): Found<string> {
  const [, part, count] = /\b(\d{1,2}) of (\d{1,2})\b/i.exec(subject) ?? []
  return part && count !== '1' ? { value: `${title.value} (${part} of ${count})`, from: 'derived' } : title
}

/** The portal writes the filer's telephone number behind the name. */
function withoutPhone(words: Found<string> | undefined): Found<string> | undefined {
  const name = words?.value.replace(/(?<![\s,])[\s,]+\(?\d{3}\)?[-. ]?\d{3}[-. ]\d{4}\b.{0,20}$/, '')
  if (!words?.span || !name || name === words.value) return words
  return { ...words, value: name, span: [words.span[0], words.span[0] + name.length] }
}

/** The labelled number, else the one that the rule has the subject name; a signature's numbers are never looked at. */
function findNumber(
  body: Body,
  rows: readonly EfilingRow[],
  subject: SubjectLine | undefined,
): Found<string> | undefined {
  const labelled = efilingValue(body, rows, 'number')
  if (labelled) return labelled
  const at = subject?.text.search(subjectPattern) ?? -1
  const inSubject = subject && findFloridaNumber(subject.text.slice(at))
  return subject && inSubject && subjectPart(subject, inSubject.value)
}

/** Where the court has no label, the line of the caption names it. */
function findCourtWords(body: Body, labelled: Found<string> | undefined): Found<string> | undefined {
  if (labelled) return labelled
  for (const { start, end } of body.lines.slice(0, captionLines)) {
    if (end - start > 300) continue
    const line = findWords(body, start, end)
    if (line && /^in the (?:circuit|county|district|supreme) court\b/i.test(line.value)) return line
  }
  return undefined
}

const captionLines = 80

/**
 * The court by its words; "Fifteenth Judicial Circuit, Palm Beach County" leaves open whether it is the circuit or the
 * county court, which the Uniform Case Number tells. Where words and number name two courts neither is taken.
 */
function readCourt(words: Found<string> | undefined, number: Found<string> | undefined): Found<string> | undefined {
  const byWords = words && findStateCourt(words.value, 'Florida')
  const byNumber = number && findCourtOfUcn(number.value)
  if (!byWords || !words) return byNumber && number && { ...number, value: byNumber.id }
  const isRefined = byNumber?.parent === byWords.id
  if (byNumber && byNumber.id !== byWords.id && !isRefined) return undefined
  return isRefined && number ? { ...number, value: byNumber.id } : { ...words, value: byWords.id }
}

/** The portal lists whom it served and whom it did not. */
function readRecipients(body: Body, rows: readonly EfilingRow[]): NoticeRecipient[] {
  return [true, false].flatMap((isServed) => {
    const heading = isServed ? /^e-service recipients selected/i : /^e-service recipients not selected/i
    const lines = linesUnder(body, rows, heading).map(({ start, end }) => [start, end] as const)
    const people = lines.filter(([from, to]) => !tableHead.test(body.text.slice(from, Math.min(to, from + 60)).trim()))
    return readEfilingRecipients(body, people, isServed)
  })
}

const tableHead = /^(?:name|(?:name\s+)?e-?mail address(?:es)?)$/i
