import type { Field } from './fields/field.ts'
import { snakeCase } from './names.ts'
import type { Resource } from './resource.ts'
import { courtCase } from './resources/case.ts'
import { client } from './resources/client.ts'
import { ecfxJurisdiction } from './resources/ecfx-jurisdiction.ts'
import { envelope } from './resources/envelope.ts'
import { judge } from './resources/judge.ts'
import { matter } from './resources/matter.ts'

/**
 * Placeholders of a filing and its case available in templates of both storage policies and emails: groups and their
 * values.
 */
export const filingPlaceholders = {
  client: ['name', 'number'],
  matter: ['name', 'number'],
  case: ['name', 'case_number', 'caption', 'status', 'reference_id', 'court_case_id'],
  court: ['id', 'name', 'abbreviation'],
  filing: ['date', 'event', 'docket_text', 'document_number'],
  firm: ['name'],
} as const

/** The records whose fields an email template can use, by the name of their group. */
export const mailRecords = {
  client,
  matter,
  case: courtCase,
  court: ecfxJurisdiction,
  judge,
  filing: envelope,
} as const satisfies Readonly<Record<string, Resource>>

export type MailGroup = keyof typeof mailRecords | 'firm'

/** Names that differ from the field's key. */
const otherNames: Readonly<Record<string, string>> = {
  'case.uniqueKey': 'court_case_id',
  'filing.ecfxJurisdictionId': 'court',
}

/** Placeholders of an email template: those of storage policies, then every other field of the records. */
export const mailPlaceholders: Readonly<Record<MailGroup, readonly string[]>> = {
  client: namesOf('client'),
  matter: namesOf('matter'),
  case: namesOf('case'),
  court: namesOf('court'),
  judge: namesOf('judge'),
  filing: [...namesOf('filing'), 'trust'],
  firm: filingPlaceholders.firm,
}

/** Lists an email template can loop over: the filing's documents, and the timekeepers assigned to the case. */
export const mailLists = ['documents', 'timekeepers'] as const

export type MailList = (typeof mailLists)[number]
export type MailValues = Readonly<Record<MailGroup, Readonly<Record<string, string>>>>

/** Every placeholder of an email template as written: `case.name`, `documents`. */
export const mailPlaceholderNames: readonly string[] = [
  ...mailLists,
  ...Object.entries(mailPlaceholders).flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
]

/** Returns the key of the field a placeholder of a group refers to; undefined if it isn't a field (`court.id`). */
export function findMailField(group: RecordGroup, name: string): { key: string; field: Field } | undefined {
  return fieldsByName.get(group)?.get(name)
}

type RecordGroup = keyof typeof mailRecords

/** Calculated once: an email looks up every name of every group. */
const fieldsByName: ReadonlyMap<string, ReadonlyMap<string, { key: string; field: Field }>> = new Map(
  Object.entries<Resource>(mailRecords).map(([group, { fields }]) => [group, byName(group as RecordGroup, fields)]),
)

/** Returns the fields by name; of two with the same name, the first counts. */
function byName(group: RecordGroup, fields: Readonly<Record<string, Field>>) {
  const entries = Object.entries(fields).map(([key, field]) => [nameOf(group, key, field), { key, field }] as const)
  return new Map(entries.toReversed())
}

function namesOf(group: RecordGroup): readonly string[] {
  const documented: readonly string[] = group === 'judge' ? [] : filingPlaceholders[group]
  const stored = Object.entries<Field>(mailRecords[group].fields).filter(([, field]) => isReadable(field))
  return [...new Set([...documented, ...stored.map(([key, field]) => nameOf(group, key, field))])]
}

/**
 * Returns whether a template may use the field: a value calculated on read isn't part of the record, and secrets are
 * never sent.
 */
function isReadable({ isComputed, kind }: Field): boolean {
  return !isComputed && kind !== 'secret' && kind !== 'file' && kind !== 'map'
}

/** Returns `judge` for `judgeId`: a reference is named after its record, whose title is its value. */
function nameOf(group: RecordGroup, key: string, { kind }: Field): string {
  const isReference = kind === 'reference' || kind === 'referenceList'
  return otherNames[`${group}.${key}`] ?? (isReference ? snakeCase(key).replace(/_ids?$/, '') : snakeCase(key))
}

/** Formats `case.name` as `{{ case.name }}`. */
export function writePlaceholder(name: string): string {
  return `{{ ${name} }}`
}
