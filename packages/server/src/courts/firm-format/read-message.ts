import type { Found, Notice } from '@courtcrier/contract/notice.ts'
import type { NoticeFormatPart } from '@courtcrier/contract/resources/notice-format.ts'
import type { Message } from '../../mail/message.ts'
import { readBody } from '../body.ts'
import type { Court } from '../court.ts'
import { findCourt } from '../directory.ts'
import { squeeze } from '../found.ts'
import type { KnownCourt, Reading } from '../parser.ts'
import { saysSealed } from '../says-sealed.ts'
import { findInSubject, plainSubject } from './choose-messages.ts'
import { type DocumentLink, findDocumentLinks, mostDocuments, mostLinks } from './document-links.ts'
import { readFiledDate } from './filed-date.ts'
import { type LabelledValues, readLabelled } from './labelled-values.ts'
import type { LabelledPart } from './labels.ts'
import type { FormatPlan, SubjectPlace } from './plan.ts'
import { readCases } from './read-cases.ts'
import { readCourt } from './read-court.ts'
import { readDocuments } from './read-documents.ts'
import { readRecipients } from './read-recipients.ts'
import { mostLines } from './stretches.ts'

/** Reads a message by the plan. What contradicts itself, or what the format requires and misses, is an obstacle. */
export function readMessage(plan: FormatPlan, message: Message, known: KnownCourt): Reading {
  const body = readBody(message)
  if (body.isCut || body.lines.length > mostLines || body.links.length > mostLinks) {
    return { understood: { kind: plan.kind }, obstacle: 'This message is far longer than any court notice.' }
  }
  const links = findDocumentLinks(body, plan.links)
  const values = readLabelled(
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

/** Where the values come from. */
interface Sources {
  links: readonly DocumentLink[]
  values: LabelledValues
  inSubject: (place: SubjectPlace) => Found<string> | undefined
}

function readFiling({ links, values, inSubject }: Sources): Reading {
  const one = (part: LabelledPart) => values.get(part)?.[0]
  const { cases, obstacle: caseObstacle } = readCases(
    { numbers: values.get('docketNumber') ?? [], names: values.get('caseName') ?? [] },
    { number: inSubject('docket number'), name: inSubject('case name') },
  )
  const titles = values.get('documentTitle') ?? listOf(inSubject('document title'))
  const { documents, obstacle: documentObstacle } = readDocuments(titles, links)
  // The paper is what happened, where nothing else says it.
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

function readTime(values: LabelledValues, court: Court | undefined): Partial<Notice> {
  const date = values.get('filedDate')?.[0]
  const filed = date && readFiledDate(date, court)
  return { ...optional('filedDate', filed?.date), ...optional('enteredAt', filed?.entered) }
}

/** Values that a notice has one of; a second one is the sign of a second notice in the message. */
const singular: Readonly<Partial<Record<LabelledPart, string>>> = {
  reference: 'envelope numbers',
  docketText: 'docket texts',
  event: 'events',
  filedDate: 'dates of filing',
}

function severalOf({ values, links }: Sources): string | undefined {
  if (links.length > mostDocuments) return 'This message has more links to documents than any notice.'
  for (const [part, words] of Object.entries(singular)) {
    const count = values.get(part as LabelledPart)?.length ?? 0
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
