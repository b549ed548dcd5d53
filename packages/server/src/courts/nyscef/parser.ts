import type { Found, Notice, NoticeKind } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../mail/message.ts'
import { type Body, readBody } from '../body.ts'
import { findCourt } from '../directory.ts'
import { readEfilingCourt } from '../efiling-court.ts'
import { findObstacle, readCases } from '../efiling-notice.ts'
import { readEfilingRecipients } from '../efiling-recipients.ts'
import { type EfilingRow, efilingValue, linesUnder, readEfilingRows } from '../efiling-rows.ts'
import { findSubject, type SubjectLine, subjectPart } from '../efiling-subject.ts'
import { readEfilingDate, readEfilingTime } from '../efiling-time.ts'
import { findWords } from '../found.ts'
import type { CourtParser, KnownCourt, Reading } from '../parser.ts'
import { findStateCourt } from '../state-court-name.ts'
import { readNyscefDocuments } from './documents.ts'
import { nyscefLabels } from './labels.ts'

/**
 * Confirmations, notifications of service and alerts of the New York State Courts Electronic Filing System. What they
 * tell is known from its manuals and help pages, the layout is not: no message was seen (docs/notices.md).
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

function read(message: Message, known: KnownCourt): Reading {
  const body = readBody(message)
  const rows = readEfilingRows(body, nyscefLabels)
  const value = (key: EfilingRow['key'], separator?: string) => efilingValue(body, rows, key, separator)
  const subject = findSubject(message, body, (text) => subjectPattern.test(text))
  const { courtId, courtHint } = readEfilingCourt(body, value('court') ?? findCourtLine(body), 'New York')
  const court = (courtId && findCourt(courtId.value)) ?? known.court
  const time = value('submitted') ?? findReceived(body)
  const enteredAt = readEfilingTime(time, court)
  const filedDate = readEfilingDate(time)
  const documents = readNyscefDocuments(body, linesUnder(body, rows, /^(?:documents|list of documents)/i))
  const filedBy = value('filed by') ?? firstUnder(body, rows)
  const filer = value('filer')
  const remarks = value('reason', '\n') ?? value('comments', '\n')
  const kind = kindOf(subject, body)
  const understood: Partial<Notice> = {
    ...(kind && { kind }),
    ...(courtId && { courtId }),
    cases: readCases(findIndexNumber(body, rows) ?? indexNumberIn(subject), value('name'), undefined),
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
  const obstacle = findObstacle(body, rows)
  return { understood, ...(obstacle && { obstacle }), ...(courtHint && { courtHint }) }
}

/** A filing that is returned is returned for correction; an alert says what became of a filing that was pending. */
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

/** The labelled number, else a line near the top that holds nothing but an index number. */
function findIndexNumber(body: Body, rows: readonly EfilingRow[]): Found<string> | undefined {
  const labelled = efilingValue(body, rows, 'number')
  if (labelled) return labelled
  for (const { start, end } of body.lines.slice(0, openingLines)) {
    const words = end - start > 60 ? undefined : findWords(body, start, end)
    const match = words && indexNumber.exec(words.value)
    if (words && match?.[0] === words.value) return words
  }
  return undefined
}

function indexNumberIn(subject: SubjectLine | undefined): Found<string> | undefined {
  return subject && subjectPart(subject, indexNumber.exec(subject.text)?.[0])
}

/** Confirmations are headed by the court: "Kings County Supreme Court". */
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
  const written = /^[\d/]{6,10}\s+(?:at\s+)?[\d:]{3,8}\s?[AP]M/i.exec(body.text.slice(start, start + 40))
  return written ? findWords(body, start, start + written[0].length) : undefined
}

/** The filing user's name is the first line below that heading. */
function firstUnder(body: Body, rows: readonly EfilingRow[]): Found<string> | undefined {
  const [first] = linesUnder(body, rows, /^filing user/i)
  const words = first && findWords(body, first.start, first.end)
  return words && words.value.length <= 100 && !/[:@]/.test(words.value) ? words : undefined
}
