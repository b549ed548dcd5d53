import type { Found, Notice, NoticeCase, NoticeDocument, NoticeKind } from '@courtcrier/contract/notice.ts'
import { findCourt } from '../directory/directory.ts'
import { parseDocketNumber } from '../directory/docket-number.ts'
import type { KnownCourt, NoticeReading } from '../parser.ts'
import type { Body } from '../text/body.ts'
import { mostLabeledLines } from '../text/label-table.ts'
import { contactLines } from './efiling-contacts.ts'
import { readEfilingCourt } from './efiling-court.ts'
import { mostDocuments, readEfilingDocuments } from './efiling-documents.ts'
import { readEfilingRecipients } from './efiling-recipients.ts'
import { type EfilingRow, efilingLines, efilingValue } from './efiling-rows.ts'
import { readEfilingDate, readEfilingTime } from './efiling-time.ts'
import { hasScatteredLinks } from './own-links.ts'

/** The facts in a service's subject line. */
export interface SubjectParts {
  number?: Found<string>
  name?: Found<string>
  reference?: Found<string>
  event?: Found<string>
}

export interface EfilingSources {
  body: Body
  rows: readonly EfilingRow[]
  kind?: NoticeKind
  subject: SubjectParts
  known: KnownCourt
  /** The court's state, if the sender or links show it. */
  state?: string
  /** Whether a link outside any row leads to a document. */
  isDocumentLink: (href: string) => boolean
}

/** Combines the rows and the subject of an e-filing service's message into a notice. */
export function readEfilingNotice(sources: EfilingSources): NoticeReading {
  const { body, rows, kind, subject, known } = sources
  const value = (key: EfilingRow['key']) => efilingValue(body, rows, key)
  const number = value('number') ?? subject.number
  const { courtId, courtHint } = readEfilingCourt(body, value('court'), { state: sources.state, number })
  const court = (courtId && findCourt(courtId.value)) ?? known.court
  const reference = readReference(value('reference')) ?? subject.reference
  const title = readEvent(body, rows) ?? subject.event
  const documents = readEfilingDocuments({ ...sources, ...(title && { title }) })
  const event = title ?? documentTitle(documents[0])
  const submitted = value('submitted')
  const enteredAt = readEfilingTime(value('decided'), court) ?? readEfilingTime(submitted, court)
  const filedDate = readEfilingDate(submitted)
  const understood: Partial<Notice> = {
    ...(kind && { kind }),
    ...(courtId && { courtId }),
    cases: readCases(number, value('name') ?? subject.name, reference),
    ...(event && { event }),
    ...optional('docketText', readRemarks(body, rows)),
    ...(reference && { reference }),
    ...(enteredAt && { enteredAt }),
    ...(filedDate && { filedDate }),
    ...optional('filingUser', value('filed by')),
    ...optional('filer', value('filer') ?? value('attorney')),
    documents,
    recipients: readEfilingRecipients(body, contactLines(body, rows)),
  }
  const obstacle =
    findObstacle(body, rows, subject.reference) ?? (hasScatteredLinks(body, rows) ? scatteredLinks : undefined)
  return { understood, ...(obstacle && { obstacle }), ...(courtHint && { courtHint }) }
}

/**
 * Why a message with the parts of a notice isn't a single notice. A line of a filer's description can look like a row,
 * so that another reference in the subject counts as one.
 */
export function findObstacle(body: Body, rows: readonly EfilingRow[], inSubject?: Found<string>): string | undefined {
  if (body.isCut || body.lines.length > mostLabeledLines || body.links.length >= mostDocuments) {
    return 'This message is far longer than any notice of an e-filing service, so only its beginning was read.'
  }
  const references = new Set(efilingLines(body, rows, 'reference').map(({ value }) => digitsOf(value)))
  const short = digitsOf(inSubject?.value ?? '')
  // A subject can have been cut off.
  if (![...references].some((each) => each.startsWith(short))) references.add(short)
  const numbers = new Set(efilingLines(body, rows, 'number').map(({ value }) => value.toUpperCase()))
  if (references.size < 2 && numbers.size < 2) return undefined
  return severalNotices
}

export const severalNotices =
  'This message names several filings or cases. Forward each notice in a message of its own.'

const scatteredLinks =
  "This message has links to documents in several places, one of which may be in what the filer typed. Open the service's own, and enter the notice manually."

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** The message's one case; none if the court hasn't assigned a number yet and the service shows its own instead. */
export function readCases(
  number: Found<string> | undefined,
  name: Found<string> | undefined,
  reference: Found<string> | undefined,
): NoticeCase[] {
  if (!number || number.value.length > longestNumber || !/\d/.test(number.value)) return []
  if (reference && number.value === reference.value) return []
  return [{ ...(name && { name }), docketNumber: number, parts: parseDocketNumber(number.value) ?? {} }]
}

const longestNumber = 80

function readReference(words: Found<string> | undefined): Found<string> | undefined {
  return words && words.value.length <= longestNumber && /\d/.test(words.value) ? words : undefined
}

/** What was filed, in the filer's words, otherwise by the court's filing code. "EFileAndServe" only says how. */
function readEvent(body: Body, rows: readonly EfilingRow[]): Found<string> | undefined {
  const type = efilingValue(body, rows, 'type')
  return (
    efilingValue(body, rows, 'description') ??
    efilingValue(body, rows, 'code') ??
    (type && !/^(?:e-?file|e-?serve|serve|service only)/i.test(type.value) ? type : undefined)
  )
}

/** If nothing says what was filed, the first document's title is used, unless it is a file name. */
function documentTitle(document: NoticeDocument | undefined): Found<string> | undefined {
  return document?.description.from === 'body' && !document.originalFileName ? document.description : undefined
}

/** The clerk's remarks; the reason a filing was returned comes first. */
function readRemarks(body: Body, rows: readonly EfilingRow[]): Found<string> | undefined {
  const reason = efilingValue(body, rows, 'reason', '\n')
  const comments = efilingValue(body, rows, 'comments', '\n')
  if (!reason?.span || !comments?.span) return reason ?? comments
  const span = [Math.min(reason.span[0], comments.span[0]), Math.max(reason.span[1], comments.span[1])] as const
  return { value: `${reason.value}\n${comments.value}`, span, from: 'derived' }
}

function optional<Key extends keyof Notice>(
  key: Key,
  found: Found<string> | undefined,
): { [K in Key]?: Found<string> } {
  return found === undefined ? {} : ({ [key]: found } as { [K in Key]?: Found<string> })
}
