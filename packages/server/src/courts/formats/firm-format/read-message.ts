import type { Found, Notice, NoticeRecipient } from '@courtcrier/contract/notice.ts'
import type { NoticeFormatPart } from '@courtcrier/contract/resources/notice-format.ts'
import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import type { Court } from '../../directory/court.ts'
import { findCourt } from '../../directory/directory.ts'
import type { Message } from '../../message/message.ts'
import type { KnownCourt, NoticeReading } from '../../parser.ts'
import { readBody } from '../../text/body.ts'
import { findAddresses } from '../../text/email-addresses.ts'
import { squeeze } from '../../text/found.ts'
import { saysSealed } from '../../text/says-sealed.ts'
import { findInSubject, plainSubject } from './choose-messages.ts'
import { type DocumentLink, findDocumentLinks, mostDocuments, mostLinks } from './document-links.ts'
import { readFiledDate } from './filed-date.ts'
import { type LabeledValues, readLabeled } from './labeled-values.ts'
import type { LabeledPart } from './labels.ts'
import type { FormatPlan, SubjectPlace } from './plan.ts'
import { readCases } from './read-cases.ts'
import { readDocuments } from './read-documents.ts'
import { mostLines } from './stretches.ts'
import { coversText } from './word-pattern.ts'

const mostRecipients = 500

/** Reads a message according to the plan. Contradictions, and missing parts that the format requires, are obstacles. */
export function readMessage(plan: FormatPlan, message: Message, known: KnownCourt): NoticeReading {
  const body = readBody(message)
  if (body.isCut || body.lines.length > mostLines || body.links.length > mostLinks) {
    return { understood: { kind: plan.kind }, obstacle: 'This message is far longer than any court notice.' }
  }
  const links = findDocumentLinks(body, plan.links)
  const values = readLabeled(
    body,
    plan.labels,
    links.flatMap(({ link }) => (link.span ? [link.span] : [])),
  )
  const sources: Sources = { links, values, inSubject: subjectValues(plan, plainSubject(message)) }
  const court = readCourt(plan, values.get('court') ?? [], known)
  const filing = readFiling(sources)
  const understood: Partial<Notice> = {
    kind: plan.kind,
    ...(court.courtId && { courtId: court.courtId }),
    ...filing.understood,
    ...readTime(values, findCourt(court.courtId?.value ?? '') ?? known.court),
  }
  const obstacle = severalOf(sources) ?? court.obstacle ?? filing.obstacle ?? whatIsMissing(plan, understood)
  return { understood, ...(obstacle !== undefined && { obstacle }) }
}

/** The sources of the values. */
interface Sources {
  links: readonly DocumentLink[]
  values: LabeledValues
  inSubject: (place: SubjectPlace) => Found<string> | undefined
}

function readFiling({ links, values, inSubject }: Sources): NoticeReading {
  const one = (part: LabeledPart) => values.get(part)?.[0]
  const { cases, obstacle: caseObstacle } = readCases(
    { numbers: values.get('docketNumber') ?? [], names: values.get('caseName') ?? [] },
    { number: inSubject('docket number'), name: inSubject('case name') },
  )
  const titles = values.get('documentTitle') ?? listOf(inSubject('document title'))
  const { documents, obstacle: documentObstacle } = readDocuments(titles, links)
  // If nothing else says what happened, it is the document's title.
  const event = one('event') ?? inSubject('event') ?? titles[0]
  const docketText = one('docketText')
  const understood: Partial<Notice> = {
    cases,
    ...optional('event', event),
    ...optional('docketText', docketText),
    ...optional('filingUser', one('filedBy')),
    ...optional('filer', one('filer')),
    ...optional('reference', one('reference') ?? inSubject('reference')),
    isSealed: saysSealed({ ...optional('event', event?.value), ...optional('docketText', docketText?.value) }),
    documents,
    recipients: readRecipients(values.get('recipient') ?? []),
  }
  const obstacle = caseObstacle ?? documentObstacle
  return { understood, ...(obstacle !== undefined && { obstacle }) }
}

function readTime(values: LabeledValues, court: Court | undefined): Partial<Notice> {
  const date = values.get('filedDate')?.[0]
  const filed = date && readFiledDate(date, court)
  return { ...optional('filedDate', filed?.date), ...optional('enteredAt', filed?.entered) }
}

/** Values that a notice has only one of; a second one shows that the message contains a second notice. */
const singular: Readonly<Partial<Record<LabeledPart, string>>> = {
  reference: 'envelope numbers',
  docketText: 'docket texts',
  event: 'events',
  filedDate: 'dates of filing',
}

function severalOf({ values, links }: Sources): string | undefined {
  if (links.length > mostDocuments) return 'This message has more links to documents than any notice.'
  for (const [part, words] of Object.entries(singular)) {
    const count = values.get(part as LabeledPart)?.length ?? 0
    if (count > 1) return `This message has ${count} ${words}. Forward each notice in a message of its own.`
  }
  return undefined
}

function subjectValues(plan: FormatPlan, subject: string): (place: SubjectPlace) => Found<string> | undefined {
  const found = findInSubject(plan, subject)
  return (place) => {
    const span = found?.get(place)
    const value = span && squeeze(subject.slice(span[0], span[1]))
    return value ? { value, from: 'subject' } : undefined
  }
}

function listOf(found: Found<string> | undefined): readonly Found<string>[] {
  return found ? [found] : []
}

type Has = (understood: Partial<Notice>) => boolean

const isThere: Readonly<Record<NoticeFormatPart, Has>> = {
  'case name': ({ cases = [] }) => cases.length > 0 && cases.every(({ name }) => name !== undefined),
  event: ({ event }) => event !== undefined,
  'document title': ({ documents = [] }) => documents.some(({ description }) => description.from !== 'derived'),
  'docket text': ({ docketText }) => docketText !== undefined,
  'date filed': ({ filedDate }) => filedDate !== undefined,
  'filed by': ({ filingUser }) => filingUser !== undefined,
  reference: ({ reference }) => reference !== undefined,
  recipients: ({ recipients = [] }) => recipients.length > 0,
  link: ({ documents = [] }) => documents.length > 0 && documents.every(({ link }) => link !== undefined),
}

const partWords: Readonly<Record<NoticeFormatPart, string>> = {
  'case name': 'the name of the case',
  event: 'what happened',
  'document title': 'the title of a document',
  'docket text': 'the docket text',
  'date filed': 'the date filed',
  'filed by': 'who filed',
  reference: 'the envelope number',
  recipients: 'the recipients',
  link: 'a link to each document',
}

function whatIsMissing({ name, required }: FormatPlan, understood: Partial<Notice>): string | undefined {
  const missing = required.filter((part) => !isThere[part](understood)).map((part) => partWords[part])
  return missing.length > 0 ? `The format "${name}" requires ${missing.join(' and ')}.` : undefined
}

function optional<Key extends string, T>(key: Key, value: T | undefined): { [K in Key]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: T })
}

interface CourtReading {
  courtId?: Found<string>
  obstacle?: string
}

/** The court named after the label, otherwise the format's own. A name unknown to the format is never guessed. */
function readCourt(plan: FormatPlan, named: readonly Found<string>[], known: KnownCourt): CourtReading {
  // Someone who entered the court by hand has read the message.
  if (known.found?.from === 'derived') return { courtId: known.found }
  const own: CourtReading = plan.courtId === undefined ? {} : { courtId: { value: plan.courtId, from: 'derived' } }
  if (!plan.readsCourt) return own
  const found = named.map((name) => ({ name, courtId: courtNamed(plan, name.value) }))
  const unknown = found.find(({ courtId }) => courtId === undefined)
  if (unknown) {
    return { obstacle: `"${unknown.name.value.slice(0, 200)}" isn't one of the courts that the format names.` }
  }
  const ids = new Set(found.map(({ courtId }) => courtId))
  if (ids.size > 1)
    return { obstacle: 'This message names several courts. Forward each notice in a message of its own.' }
  const [first] = found
  if (first?.courtId) return { courtId: { ...first.name, value: first.courtId } }
  return plan.courtId === undefined ? { obstacle: 'This message does not name its court where the format says.' } : own
}

function courtNamed({ courts }: FormatPlan, name: string): string | undefined {
  const id = courts.find((one) => coversText(one.name, name))?.courtId
  return id && findCourt(id)?.id
}

/** The people in `Jane Roe <jane@firm.example>; John Poe`, separated by semicolons, or otherwise one per address. */
function readRecipients(values: readonly Found<string>[]): NoticeRecipient[] {
  return values
    .flatMap(({ value, span }) => entriesOf(value).map((entry) => recipientOf(entry, span)))
    .slice(0, mostRecipients)
}

function entriesOf(value: string): string[] {
  if (value.includes(';')) return value.split(';').filter((entry) => entry.trim() !== '')
  const addresses = findAddresses(value)
  if (addresses.length < 2) return [value]
  // Each entry ends with its address and the closing bracket.
  const ends = addresses.map(({ end }) => (/[>)\]]/.test(value[end] ?? '') ? end + 1 : end))
  return ends.map((end, index) => value.slice(index === 0 ? 0 : ends[index - 1], end))
}

function recipientOf(entry: string, span: Found<string>['span']): NoticeRecipient {
  const addresses = findAddresses(entry)
  const words = addresses
    .reduce((text, { address }) => text.replace(address, ' '), entry)
    .replace(/[<>()[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,:-]+/, '')
  const name = withoutEnd(words, /[\s,:-]/)
  const emails = addresses.map(({ address }) => address)
  return { name: name || (emails[0] ?? ''), emails, isServedElectronically: true, ...(span && { span }) }
}
