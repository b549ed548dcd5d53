import type { Role } from '@courtcrier/contract/access.ts'
import { type Field, isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { nameKey } from '@courtcrier/contract/name-key.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { readUuid } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { behaviourOf } from '../behaviour.ts'
import { nameOf, readNamed } from '../titles.ts'
import type { SearchScope } from '../viewer.ts'
import { isVisible } from '../visible-rows.ts'

/** What a text refers to: the ID of one record, several records, or none. */
export type Resolution = { id: string } | 'none' | 'several'

export interface Resolver {
  /** What each text refers to among a resource's records. */
  resolve: (trx: Trx, target: Resource, texts: Iterable<string>) => Promise<ReadonlyMap<string, Resolution>>
}

/** More than this is dropped, so that memory doesn't grow with the import. */
const mostRemembered = 20_000

/**
 * Finds records by what people write for them: an ID, else a unique field (a number, an address), else the title, else
 * another searched field; then the same name however it is spelled, if only one record fits. Only records the caller may see count, and only names in fields their role sees.
 */
export function makeResolver(scope: SearchScope): Resolver {
  const remembered = new Map<string, Map<string, Resolution>>()
  return {
    resolve: async (trx, target, texts) => {
      const found = new Map<string, Resolution>()
      const known = remembered.get(target.name) ?? new Map<string, Resolution>()
      remembered.set(target.name, known)
      const unknown = new Set<string>()
      for (const text of texts) {
        const resolution = known.get(text)
        if (resolution) found.set(text, resolution)
        else unknown.add(text)
      }
      if (unknown.size === 0) return found
      const fresh = await lookUp(trx, target, { scope, texts: [...unknown] })
      if (known.size + fresh.size > mostRemembered) known.clear()
      for (const [text, resolution] of fresh) {
        found.set(text, resolution)
        if (resolution !== 'none') known.set(text, resolution)
      }
      return found
    },
  }
}

/** The resource a field refers to; undefined for other fields and for resources that don't exist. */
export function targetOf(field: Field): Resource | undefined {
  return field.resource ? findResource(field.resource) : undefined
}

interface LookUp {
  scope: SearchScope
  texts: readonly string[]
}

async function lookUp(trx: Trx, target: Resource, wanted: LookUp): Promise<Map<string, Resolution>> {
  const found = new Map<string, Resolution>()
  const ways = behaviourOf(target).source ? sourceWays(target, wanted.scope.role) : tableWays(target, wanted)
  for (const find of ways) {
    const open = wanted.texts.filter((text) => !found.has(text))
    if (open.length === 0) break
    for (const [text, ids] of await find(trx, open)) found.set(text, ids.size === 1 ? { id: first(ids) } : 'several')
  }
  for (const text of wanted.texts) if (!found.has(text)) found.set(text, 'none')
  return found
}

type Way = (trx: Trx, texts: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>

function tableWays(target: Resource, { scope }: LookUp): Way[] {
  const within = sql`t.firm_id = ${scope.firmId}::integer and ${isVisible('t', target, scope)}`
  const byId: Way = async (trx, texts) => {
    const ids = texts.filter((text) => readUuid(text) !== undefined)
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: string; text: string }>`
      select t.id, wanted.text from ${sql.table(tableOf(target))} t
        join unnest(${ids}::text[]) as wanted (text) on t.id = wanted.text::uuid where ${within}`.execute(trx)
    return idsByText(rows)
  }
  const byField = (key: string): Way => {
    return async (trx, texts) => {
      const column = sql.ref(`t.${snakeCase(key)}`)
      const { rows } = await sql<{ id: string; text: string }>`
        select t.id, ${column}::text as text from ${sql.table(tableOf(target))} t
        where ${within} and ${column} = any(${[...texts]}::text[])`.execute(trx)
      return idsByText(rows)
    }
  }
  const byFieldAsName = (key: string): Way => {
    return async (trx, texts) => {
      const { rows } = await sql<{ id: string; text: string }>`
        select t.id, wanted.text from ${sql.table(tableOf(target))} t
          join unnest(${[...texts]}::text[]) as wanted (text) on name_key(wanted.text) = name_key(${sql.ref(`t.${snakeCase(key)}`)})
        where ${within}`.execute(trx)
      return idsByText(rows)
    }
  }
  // By the short name after them: nothing else is called that, and all rows are read to know theirs.
  const byShortName = (spelled: Spelling): Way => {
    return async (trx, texts) => {
      if (!hasShortNames(target, scope.role)) return new Map()
      const rows = await readNamed(trx, target, within)
      const named = rows.map((row) => ({ id: String(row.id), text: nameOf(target, row, scope.role) }))
      return idsOfTexts(named, texts, spelled)
    }
  }
  const keys = namingKeys(target, scope.role)
  return [byId, ...keys.map(byField), byShortName(exactly), ...keys.map(byFieldAsName), byShortName(nameKey)]
}

/** What two texts that are spelled alike have in common. */
type Spelling = (text: string) => string

const exactly: Spelling = (text) => text

/** The IDs of the rows that each of these texts names. */
function idsOfTexts(
  rows: readonly { id: string; text: string }[],
  texts: readonly string[],
  spelled: Spelling,
): Map<string, Set<string>> {
  const known = idsByText(rows.map(({ id, text }) => ({ id, text: spelled(text) })))
  return new Map(
    texts.flatMap((text) => {
      const ids = known.get(spelled(text))
      return ids ? [[text, ids] as const] : []
    }),
  )
}

function hasShortNames(target: Resource, role: Role): boolean {
  return behaviourOf(target).label?.fields.every((key) => fieldAccess(target, key, role) !== 'DENY') ?? false
}

/** Virtual rows, searched as a whole. */
function sourceWays(target: Resource, role: Role): Way[] {
  const { source } = behaviourOf(target)
  const byId: Way = async (_, texts) =>
    new Map(texts.filter((text) => source?.find(text)).map((text) => [text, new Set([text])]))
  const query = { max: 100_000, offset: 0, freeText: '', sort: [], filters: [] }
  const byField = (key: string, spelled: Spelling): Way => {
    return async (_, texts) => {
      const rows = source?.search(query, role).rows ?? []
      const named = rows.map((row) => ({ id: String(row.id), text: String(row[key] ?? '') }))
      return idsOfTexts(named, texts, spelled)
    }
  }
  const keys = namingKeys(target, role)
  return [byId, ...[exactly, nameKey].flatMap((spelled) => keys.map((key) => byField(key, spelled)))]
}

const textKinds = new Set(['text', 'email'])

/** The fields people identify a record by, unique ones first. */
function namingKeys(target: Resource, role: Role): string[] {
  const unique = target.unique.filter((group) => group.length === 1).flat()
  const searched = Object.keys(target.fields).filter((key) => target.fields[key]?.search)
  const keys = [...new Set([...unique, target.title, ...searched])]
  return keys.filter((key) => {
    const field = target.fields[key]
    const isColumn = field && textKinds.has(field.kind) && !field.within && !field.isComputed
    return isColumn && fieldAccess(target, key, role) !== 'DENY'
  })
}

function idsByText(rows: readonly { id: string; text: string }[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { id, text } of rows) {
    const known = ids.get(text)
    if (known) known.add(id)
    else ids.set(text, new Set([id]))
  }
  return ids
}

function first(ids: ReadonlySet<string>): string {
  const [id = ''] = ids
  return id
}

/** The texts of a row's references, which are resolved for many rows at once. */
export function referenceTexts(values: AnyRow, key: string): string[] {
  const value = values[key]
  if (isEmptyValue(value)) return []
  return (Array.isArray(value) ? value : [value]).map((item) => String(item).trim())
}
