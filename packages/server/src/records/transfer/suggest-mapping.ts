import { createHash } from 'node:crypto'
import type { Role } from '@courtcrier/contract/access.ts'
import type { Dictionary } from '@courtcrier/contract/dictionary.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { baseFields, findField, labelOf, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { dictionaryOf } from '../dictionary.ts'
import { fieldOfHeader, type Mapping, reasonHeader, writableKeys } from './columns.ts'

export interface Suggestion {
  /** The field of each header, null if none fits. */
  mapping: Mapping
  /** The mapping used the last time a file with this header was imported. */
  isRemembered: boolean
}

interface Header {
  firmId: number
  resource: Resource
  header: readonly string[]
}

/**
 * Returns the field for each column: as mapped last time, else by its header. What the role may not write, or is no field
 * anymore, isn't suggested, and no field twice.
 */
export async function suggestMapping(trx: Trx, { role, ...of }: Header & { role: Role }): Promise<Suggestion> {
  const dictionary = await dictionaryOf(trx, of.firmId)
  const guessed = guessMapping(of.resource, of.header, { role, dictionary })
  const { rows } = await sql<{ mapping: Mapping }>`
    select mapping from import_mappings
    where firm_id = ${of.firmId}::integer and entity = ${of.resource.name} and signature = ${signatureOf(of.header)}`.execute(
    trx,
  )
  const kept = rows[0]?.mapping
  if (!kept) return { mapping: guessed, isRemembered: false }
  const allowed = new Set(mappableKeys(of.resource, role))
  const isUsable = (title: string) =>
    Object.hasOwn(kept, title) && (kept[title] === null || allowed.has(kept[title] ?? ''))
  const titles = Object.keys(guessed)
  const taken = new Set(titles.filter(isUsable).map((title) => kept[title]))
  const mapping = titles.map((title) => {
    const guess = guessed[title] ?? null
    if (isUsable(title)) return [title, kept[title] ?? null]
    return [title, guess !== null && taken.has(guess) ? null : guess]
  })
  return { mapping: Object.fromEntries(mapping), isRemembered: true }
}

export async function rememberMapping(trx: Trx, { firmId, resource, header, mapping }: Header & { mapping: Mapping }) {
  await sql`insert into import_mappings (firm_id, id, entity, signature, mapping)
    values (${firmId}::integer, ${newId()}::uuid, ${resource.name}, ${signatureOf(header)},
      ${JSON.stringify(mapping)}::text::jsonb)
    on conflict (firm_id, entity, signature) do update set mapping = excluded.mapping, updated_at = now()`.execute(trx)
}

/** The snake_case names of the fields a column can stand for. */
export function mappableKeys(resource: Resource, role: Role): string[] {
  return ['id', ...writableKeys(resource, role)].map(snakeCase)
}

/** Each field goes to at most one column, the one that names it best. */
function guessMapping(
  resource: Resource,
  header: readonly string[],
  { role, dictionary }: { role: Role; dictionary: Dictionary },
): Mapping {
  const allowed = new Set(mappableKeys(resource, role))
  const titles = header.filter((title) => title !== '' && title !== reasonHeader)
  const taken = new Map<string, string>()
  for (const guess of [exactGuess, wordGuess]) {
    for (const title of titles) {
      if ([...taken.values()].includes(title)) continue
      const name = guess(resource, title, dictionary)
      if (name !== undefined && allowed.has(name) && !taken.has(name)) taken.set(name, title)
    }
  }
  const fields = new Map([...taken].map(([name, title]) => [title, name]))
  return Object.fromEntries(titles.map((title) => [title, fields.get(title) ?? null]))
}

function exactGuess(resource: Resource, title: string, dictionary: Dictionary): string | undefined {
  const key = fieldOfHeader(resource, title, dictionary)
  return key === undefined ? undefined : snakeCase(key)
}

/** The field with the same words as the title, in any order, once the words that carry no meaning are removed. */
function wordGuess(resource: Resource, title: string): string | undefined {
  const wanted = signOf(title, resource)
  if (wanted === '') return undefined
  const keys = [...Object.keys(resource.fields), ...baseFields.slice(0, 1)]
  const found = keys.find((key) => namesOf(resource, key).some((name) => signOf(name, resource) === wanted))
  return found === undefined ? undefined : snakeCase(found)
}

function namesOf(resource: Resource, key: string): string[] {
  const target = findField(resource, key)?.resource
  const referred = target && key !== 'id' ? findResource(target)?.label[0] : undefined
  const own = [labelOf(resource, key), snakeCase(key).replace(/_ids?$/, '')]
  // A matter's file names its client by "Client name", "Client No" or "Client ID".
  return referred ? [...own, ...own.flatMap((name) => [`${name} name`, `${name} number`, `${name} id`])] : own
}

/** Other programs' terms. */
const synonyms: Readonly<Record<string, string>> = {
  no: 'number',
  nr: 'number',
  num: 'number',
  nbr: 'number',
  '#': 'number',
  desc: 'description',
  descr: 'description',
  mail: 'email',
  attorney: 'timekeeper',
  attorneys: 'timekeeper',
  lawyer: 'timekeeper',
  timekeepers: 'timekeeper',
  office: 'location',
  opened: 'open',
  closed: 'close',
  filed: 'file',
  filing: 'file',
  title: 'title',
  court: 'jurisdiction',
  dept: 'department',
  state: 'status',
}
const empty = new Set(['the', 'of', 'a', 'e', 'is'])

function signOf(title: string, resource: Resource): string {
  const own = new Set(resource.label[0].toLowerCase().split(' '))
  const words = title
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#]+/u)
    .map((word) => synonyms[word] ?? word)
    .filter((word) => word !== '' && !empty.has(word))
  const others = words.filter((word) => !own.has(word))
  return (others.length > 0 ? others : words).toSorted().join(' ')
}

function signatureOf(header: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(header)).digest('hex')
}
