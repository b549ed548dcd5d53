import type { Found, Notice, NoticeKind } from '@courtcrier/contract/notice.ts'
import { findCourt } from '../../directory/directory.ts'
import { findStateCourt } from '../../directory/state-court-name.ts'
import { readEfilingCourt } from '../../families/efiling-court.ts'
import { findObstacle, readCases, severalNotices } from '../../families/efiling-notice.ts'
import { readEfilingRecipients } from '../../families/efiling-recipients.ts'
import { type EfilingRow, efilingValue, labelsOf, linesUnder, readEfilingRows } from '../../families/efiling-rows.ts'
import { findSubject, type SubjectLine, subjectPart } from '../../families/efiling-subject.ts'
import { readEfilingDate, readEfilingTime } from '../../families/efiling-time.ts'
import type { Message } from '../../message/message.ts'
import type { CourtParser, KnownCourt, NoticeReading } from '../../parser.ts'
import { type Body, readBody } from '../../text/body.ts'
import { findWords } from '../../text/found.ts'
import { readNyscefDocuments } from './documents.ts'

const nyscefLabels = labelsOf({
  heading:
    'nyscef confirmation notice|confirmation notice|nyscef notification|nyscef alert|case information|documents received|documents filed|documents|filing user|e-mail service notifications|e-mail service notifications sent|email service notifications|email service notifications sent|party notifications|list of documents',
  court: 'court',
  number:
    'index #|index number|index no|index no.|claim #|claim number|claim no.|file #|file number|case #|case number',
  name: 'caption|short caption|case caption|case name',
  submitted: 'received|received on|received date|date received|filed|filed date|date filed|filed on',
  'filed by': 'filed by|filer|filing user name|user',
  filer: 'filed on behalf of|on behalf of|filed for',
  reason: 'reason|reason for return|reason for correction|return reason|correction required',
  comments: 'comments|court comments|clerk comments|comment|instructions',
  other:
    'assigned judge|assigned case judge|judge|case type|ref #|status|document status|phone|e-mail|email|name|work address|doc #|document type|document|email address|e-mail address|motion #',
  tail: 'note|notice|please note|disclaimer',
})

/**
 * Confirmations, service notifications and alerts of the New York State Courts Electronic Filing System. Their content
 * is known from its manuals and help pages, but not their layout: no message was available (docs/notices.md).
 */
export const nyscef: CourtParser = { name: 'nyscef', score, read }

const subjectPattern = /^nyscef\b/i
const titlePattern = /NYSCEF\s+(?:confirmation|notification|alert)|New\s+York\s+State\s+Courts\s+Electronic\s+Filing/i

function score(message: Message): number {
  const body = readBody(message)
  if (findSubject(message, body, (text) => subjectPattern.test(text))) return 0.95
  const isSender = /@(?:[\w.-]{1,60}\.)?nycourts\.gov$/i.test(message.from?.address ?? '')
  const hasTitle = titlePattern.test(body.text.slice(0, 3_000))
  return hasTitle && (isSender || findIndexNumber(body, []) !== undefined) ? 0.85 : 0
}

function read(message: Message, known: KnownCourt): NoticeReading {
  const body = readBody(message)
  const rows = readEfilingRows(body, nyscefLabels)
  const value = (key: EfilingRow['key'], separator?: string) => efilingValue(body, rows, key, separator)
  const subject = findSubject(message, body, (text) => subjectPattern.test(text))
  const { courtId, courtHint } = readEfilingCourt(body, value('court') ?? findCourtLine(body), { state: 'New York' })
  const court = (courtId && findCourt(courtId.value)) ?? known.court
  // In plain text, the heading of a column of dates looks like a label of the cell below it.
  const time = [value('submitted'), findReceived(body)].find((words) => readEfilingDate(words))
  const enteredAt = readEfilingTime(time, court)
  const filedDate = readEfilingDate(time)
  const documents = readNyscefDocuments(body, linesUnder(body, rows, /^(?:documents|list of documents)/i))
  const filedBy = value('filed by') ?? firstUnder(body, rows)
  const filer = value('filer')
  const remarks = value('reason', '\n') ?? value('comments', '\n')
  const kind = kindOf(subject, body)
  const number = findIndexNumber(body, rows) ?? indexNumberIn(subject)
  const understood: Partial<Notice> = {
    ...(kind && { kind }),
    ...(courtId && { courtId }),
    cases: readCases(number, value('name'), undefined),
    ...(documents[0] && { event: documents[0].description }),
    ...(remarks && { docketText: remarks }),
    ...(enteredAt && { enteredAt }),
    ...(filedDate && { filedDate }),
    ...(filedBy && { filingUser: filedBy }),
    ...(filer && { filer }),
    documents,
    recipients: readEfilingRecipients(
      body,
      linesUnder(body, rows, /^(?:e-?mail service|party) notifications/i).map(({ start, end }) => [start, end]),
    ),
  }
  const obstacle = findObstacle(body, rows) ?? findOtherNumber([number, findNumberLine(body), indexNumberIn(subject)])
  return { understood, ...(obstacle && { obstacle }), ...(courtHint && { courtHint }) }
}

/** A returned filing was returned for correction; an alert reports the result of a pending filing. */
function kindOf(subject: SubjectLine | undefined, body: Body): NoticeKind | undefined {
  const opening = body.text.slice(0, 3_000)
  if (/\breturned? (?:for )?correction|\bcorrection (?:is )?required\b/i.test(`${subject?.text} ${opening}`))
    return 'rejection'
  const title = subject?.text ?? titlePattern.exec(opening)?.[0] ?? ''
  if (/confirmation|alert/i.test(title)) return 'confirmation'
  return /notification/i.test(title) ? 'service' : undefined
}

const indexNumber = /(?<![\w/-])\d{1,7}\/(?:19|20)\d{2}[A-Z]{0,2}(?![\w/-])/
const openingLines = 40

/** The labeled number, otherwise a line near the top that contains only an index number. */
function findIndexNumber(body: Body, rows: readonly EfilingRow[]): Found<string> | undefined {
  return efilingValue(body, rows, 'number') ?? findNumberLine(body)
}

function findNumberLine(body: Body): Found<string> | undefined {
  for (const { start, end } of body.lines.slice(0, openingLines)) {
    const words = end - start > 60 ? undefined : findWords(body, start, end)
    const match = words && indexNumber.exec(words.value)
    if (words && match?.[0] === words.value) return words
  }
  return undefined
}

/** A line of a filer's description may begin with a label: "See Index No.: 1/2020", wrapped after "See". */
function findOtherNumber(numbers: readonly (Found<string> | undefined)[]): string | undefined {
  // Without the letter that only some parts of the court add.
  const bare = numbers.flatMap((found) => indexNumber.exec(found?.value ?? '')?.[0].match(/^[\d/]+/)?.[0] ?? [])
  return new Set(bare).size > 1 ? severalNotices : undefined
}

function indexNumberIn(subject: SubjectLine | undefined): Found<string> | undefined {
  return subject && subjectPart(subject, indexNumber.exec(subject.text)?.[0])
}

/** Confirmations begin with the court's name: "Kings County Supreme Court". */
function findCourtLine(body: Body): Found<string> | undefined {
  for (const { start, end } of body.lines.slice(0, openingLines)) {
    const words = end - start > 120 ? undefined : findWords(body, start, end)
    if (words && !/[.:]$/.test(words.value) && findStateCourt(words.value, 'New York')) return words
  }
  return undefined
}

/** "… has received an electronic filing on 01/05/2026 02:33 PM" */
function findReceived(body: Body): Found<string> | undefined {
  const match = /\breceived\b.{0,80}?\bon\s+(?=\d)/is.exec(body.text.slice(0, 5_000))
  if (!match) return undefined
  const start = match.index + match[0].length
  const written = /^[\d/]{6,10}\s+(?:at\s+)?[\d:]{3,8}\s{0,3}[AP]M/i.exec(body.text.slice(start, start + 40))
  return written ? findWords(body, start, start + written[0].length) : undefined
}

/** The filing user's name is the first line below that heading. */
function firstUnder(body: Body, rows: readonly EfilingRow[]): Found<string> | undefined {
  const [first] = linesUnder(body, rows, /^filing user/i)
  const words = first && findWords(body, first.start, first.end)
  return words && words.value.length <= 100 && !/[:@]/.test(words.value) ? words : undefined
}
