import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { behaviourOf } from './registry.ts'
import type { SearchScope } from './search.ts'
import { isVisible } from './visible-rows.ts'

/**
 * The reference fields of each row that lead to no record of the firm, in the order of the rows, or to one that whoever
 * writes may not see and to which the row did not lead before. The database sees to single references itself, but lists
 * of ids have no foreign key.
 */
export async function findMissingReferences(
  trx: Trx,
  resource: Resource,
  { scope, rows, before = [] }: { scope: SearchScope; rows: readonly AnyRow[]; before?: readonly AnyRow[] },
): Promise<readonly (readonly string[])[]> {
  const missing = rows.map((): string[] => [])
  const keys = new Set(rows.flatMap((row) => Object.keys(row)))
  for (const key of keys) {
    const field = resource.fields[key]
    const target = field?.resource && !(field.isComputed && field.readOnly) ? findResource(field.resource) : undefined
    if (!target) continue
    const ids = new Set(rows.flatMap((row) => idsIn(row[key])))
    if (ids.size === 0) continue
    const led = before.flatMap((row) => idsIn(row[key]))
    const known = await findKnown(trx, target, { scope, ids: [...ids], led })
    for (const [index, row] of rows.entries()) {
      if (idsIn(row[key]).some((id) => !known.has(id))) missing[index]?.push(key)
    }
  }
  return missing
}

function idsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
}

async function findKnown(
  trx: Trx,
  target: Resource,
  { scope, ids, led }: { scope: SearchScope; ids: readonly string[]; led: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { source } = behaviourOf(target)
  if (source) return new Set(ids.filter((id) => source.find(id) !== undefined))
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(tableOf(target))} t
    where t.firm_id = ${scope.firmId}::integer and t.id = any(${[...ids]}::uuid[])
      and (t.id = any(${[...led]}::uuid[]) or ${isVisible(target, scope)})`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
