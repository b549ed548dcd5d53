import type { Field } from './fields/field.ts'
import { snakeCase } from './names.ts'
import type { Resource } from './resource.ts'
import { courtCase } from './resources/case.ts'
import { client } from './resources/client.ts'
import { ecfxJurisdiction } from './resources/ecfx-jurisdiction.ts'
import { envelope } from './resources/envelope.ts'
import { judge } from './resources/judge.ts'
import { matter } from './resources/matter.ts'

/** What templates of storage policies and of mails can both name of a filing and its case: groups and their values. */
export const filingPlaceholders = {
  client: ['name', 'number'],
  matter: ['name', 'number'],
  case: ['name', 'case_number', 'caption', 'status', 'reference_id', 'court_case_id'],
  court: ['id', 'name', 'abbreviation'],
  filing: ['date', 'event', 'docket_text', 'document_number'],
  firm: ['name'],
} as const

/** The records whose fields an email template can name, by the group that it names them with. */
export const mailRecords = {
  client,
  matter,
  case: courtCase,
  court: ecfxJurisdiction,
  judge,
  filing: envelope,
} as const satisfies Readonly<Record<string, Resource>>

export type MailGroup = keyof typeof mailRecords | 'firm'

/** Where people know a field by another name than its key. */
const otherNames: Readonly<Record<string, string>> = {
  'case.uniqueKey': 'court_case_id',
  'filing.ecfxJurisdictionId': 'court',
}

/** What an email template can name: what storage policies name too, then every other field of the records. */
export const mailPlaceholders: Readonly<Record<MailGroup, readonly string[]>> = {
  client: namesOf('client'),
  matter: namesOf('matter'),
  case: namesOf('case'),
  court: namesOf('court'),
  judge: namesOf('judge'),
  filing: [...namesOf('filing'), 'trust'],
  firm: filingPlaceholders.firm,
}

/** Lists that an email template can name: the filing's documents, and the timekeepers assigned to the case. */
export const mailLists = ['documents', 'timekeepers'] as const

export type MailList = (typeof mailLists)[number]
export type MailValues = Readonly<Record<MailGroup, Readonly<Record<string, string>>>>

/** Every placeholder of an email template as it is written: `case.name`, `documents`. */
export const mailPlaceholderNames: readonly string[] = [
  ...mailLists,
  ...Object.entries(mailPlaceholders).flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
]

/** The field whose value a placeholder of a group gives, by its key; undefined for what is no field (`court.id`). */
export function findMailField(group: RecordGroup, name: string): { key: string; field: Field } | undefined {
  return fieldsByName.get(group)?.get(name)
}

type RecordGroup = keyof typeof mailRecords

/** Worked out once: a mail asks for every name of every group. */
const fieldsByName: ReadonlyMap<string, ReadonlyMap<string, { key: string; field: Field }>> = new Map(
  Object.entries<Resource>(mailRecords).map(([group, { fields }]) => [group, byName(group as RecordGroup, fields)]),
)

/** Of two with one name the first counts. */
function byName(group: RecordGroup, fields: Readonly<Record<string, Field>>) {
  const entries = Object.entries(fields).map(([key, field]) => [nameOf(group, key, field), { key, field }] as const)
  return new Map(entries.toReversed())
}

function namesOf(group: RecordGroup): readonly string[] {
  const documented: readonly string[] = group === 'judge' ? [] : filingPlaceholders[group]
  const stored = Object.entries<Field>(mailRecords[group].fields).filter(([, field]) => isReadable(field))
  return [...new Set([...documented, ...stored.map(([key, field]) => nameOf(group, key, field))])]
}

/** What is counted when it is read is no part of the record; nobody is sent a secret. */
function isReadable({ isComputed, kind }: Field): boolean {
  return !isComputed && kind !== 'secret' && kind !== 'file' && kind !== 'map'
}

/** `judge` of `judgeId`: a reference is named by what it leads to, whose title is its value. */
function nameOf(group: RecordGroup, key: string, { kind }: Field): string {
  const isReference = kind === 'reference' || kind === 'referenceList'
  return otherNames[`${group}.${key}`] ?? (isReference ? snakeCase(key).replace(/_ids?$/, '') : snakeCase(key))
}

/** `{{ case.name }}` of `case.name`. */
export function writePlaceholder(name: string): string {
  return `{{ ${name} }}`
}

/** A placeholder alone between braces, without filters; the group is its name. */
export const plainPlaceholder = /\{\{-?\s*([A-Za-z_][\w.]*)\s*-?\}\}/g

/** `/api/v1/email_template/preview` */
export interface MailPreview {
  subject: string
  /** The body, or a message by the clock as a whole. What the template itself holds is not to be trusted. */
  html: string
  /** What is wrong, as sentences, by the template's field. */
  problems: readonly { field: 'subject' | 'body'; message: string }[]
  /** Nothing that it could tell of is to be seen, and made-up values stand in. */
  is_sample: boolean
  /** The notice that a mail about a filing was made with. */
  notice?: { id: string; title: string }
}
