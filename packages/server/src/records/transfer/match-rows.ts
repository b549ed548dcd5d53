import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { validateValue } from '@courtcrier/contract/input.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, findField, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { isUuid, storedId } from '@courtcrier/contract/uuid.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { sameValuesOf } from '../same-values.ts'
import { computedColumns } from '../search.ts'
import { waitForTurn } from '../turn.ts'
import type { SearchScope } from '../viewer.ts'
import { isVisible } from '../visible-rows.ts'

/** The record that a row of a file is about. */
export type Match = { current: AnyRow } | 'new' | 'no such id' | 'several'

/** How a row identifies its record: by ID, or by its values for a group of fields that identify one. */
export type RowKey = { id: string } | GroupKey | undefined

interface GroupKey {
  group: readonly string[]
  /** What values that are the same to a unique group have in common. */
  values: readonly string[]
  /** As the row has them. */
  exactly: readonly string[]
}

/**
 * The groups of fields that identify a resource's records. If none is unique, the title together with the required
 * references: importing the same file twice must not create everything twice.
 */
export function keyGroups(resource: Resource): readonly (readonly string[])[] {
  if (resource.unique.length > 0) return resource.unique
  const owners = Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'reference' && field.required)
    .map(([key]) => key)
  return [[resource.title, ...owners]]
}

/** Returns what to match a row by; undefined if it has too few values. */
export function keyOf(resource: Resource, values: AnyRow): RowKey {
  if (!isEmptyValue(values.id)) return { id: storedId(String(values.id).trim()) }
  for (const group of keyGroups(resource)) {
    const exactly = group.flatMap((key) => checkedText(resource, key, values[key]) ?? [])
    if (exactly.length < group.length) continue
    const same = exactly.map((text, index) => sameValuesOf(resource, group[index] ?? '')?.keyOf(text) ?? text)
    return { group, values: same, exactly }
  }
  return undefined
}

/** A text that is equal for equal keys. */
export function keyText(key: RowKey): string | undefined {
  if (!key) return undefined
  return 'id' in key ? `id ${key.id}` : JSON.stringify([key.group, key.values])
}

/** The records the rows are about, in the order of the keys; records the importer may not see are left out. */
export async function matchRows(
  trx: Trx,
  resource: Resource,
  { scope, keys }: { scope: SearchScope; keys: readonly RowKey[] },
): Promise<Match[]> {
  const ids = keys.flatMap((key) => (key && 'id' in key && isUuid(key.id) ? [key.id] : []))
  const byId = await loadRows(trx, resource, { scope, ids })
  const byGroup = new Map<string, AnyRow[]>()
  for (const group of keyGroups(resource)) {
    const name = group.join()
    const wanted = keys.flatMap((key) => (key && 'group' in key && key.group.join() === name ? [key.values] : []))
    if (wanted.length === 0) continue
    for (const row of await findByGroup(trx, resource, { scope, group, wanted })) {
      const text = keyText(keyOf(resource, pick(row, group))) ?? ''
      byGroup.set(text, [...(byGroup.get(text) ?? []), row])
    }
  }
  return keys.map((key) => {
    if (!key) return 'new'
    if ('id' in key) {
      const current = byId.get(key.id)
      return current ? { current } : 'no such id'
    }
    const [current, ...others] = closest(resource, key, byGroup.get(keyText(key) ?? '') ?? [])
    if (others.length > 0) return 'several'
    return current ? { current } : 'new'
  })
}

/** Those that are exactly as the row has them, if any: records with the same name may be older than the rule. */
function closest(resource: Resource, { group, exactly }: GroupKey, rows: readonly AnyRow[]): readonly AnyRow[] {
  const exact = rows.filter((row) =>
    group.every((key, index) => checkedText(resource, key, row[key]) === exactly[index]),
  )
  return exact.length > 0 ? exact : rows
}

function checkedText(resource: Resource, key: string, value: unknown): string | undefined {
  const field = findField(resource, key)
  if (!field || isEmptyValue(value)) return undefined
  const checked = validateValue(field, value)
  return 'code' in checked || isEmptyValue(checked.value) ? undefined : String(checked.value)
}

interface GroupSearch {
  scope: SearchScope
  group: readonly string[]
  wanted: readonly (readonly string[])[]
}

/**
 * The records each of whose parts is among those wanted; the caller picks the complete matches. Queried by lists and
 * not one by one: the planner knows so little about a table a dry run has just filled and emptied that it reads all of
 * it, which must happen once per batch and not once per row.
 */
async function findByGroup(trx: Trx, resource: Resource, { scope, group, wanted }: GroupSearch): Promise<AnyRow[]> {
  const conditions = group.map((key, index) => {
    const field = findField(resource, key)
    const type = sql.raw(field ? kindOf(field).column(field) : 'text')
    const column = sql.ref(`t.${snakeCase(key)}`)
    const values = [...new Set(wanted.map((parts) => parts[index]))]
    return sql`${sameValuesOf(resource, key)?.sqlKeyOf(column) ?? column} = any(${values}::text[]::${type}[])`
  })
  return readRows(trx, resource, { scope, where: sql.join(conditions, sql` and `) })
}

async function loadRows(
  trx: Trx,
  resource: Resource,
  { scope, ids }: { scope: SearchScope; ids: readonly string[] },
): Promise<Map<string, AnyRow>> {
  if (ids.length === 0) return new Map()
  const where = sql`t.id = any(${[...ids]}::uuid[])`
  return new Map((await readRows(trx, resource, { scope, where })).map((row) => [String(row.id), row]))
}

async function readRows(
  trx: Trx,
  resource: Resource,
  { scope, where }: { scope: SearchScope; where: RawBuilder<unknown> },
): Promise<AnyRow[]> {
  await waitForTurn(trx, resource, scope)
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns('t', resource, scope)} from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${scope.firmId}::integer and ${isVisible('t', resource, scope)} and ${where} for update of t`.execute(
    trx,
  )
  return rows.map((record) => rowOf(resource, record))
}

function pick(row: AnyRow, keys: readonly string[]): AnyRow {
  return Object.fromEntries(keys.map((key) => [key, row[key]]))
}
