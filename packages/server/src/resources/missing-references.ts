import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { behaviourOf } from './registry.ts'

/**
 * The reference fields of each row that lead to no record of the firm, in the order of the rows. The database sees to
 * single references itself, but lists of ids have no foreign key.
 */
export async function findMissingReferences(
  trx: Trx,
  resource: Resource,
  { firmId, rows }: { firmId: number; rows: readonly AnyRow[] },
): Promise<readonly (readonly string[])[]> {
  const missing = rows.map((): string[] => [])
  const keys = new Set(rows.flatMap((row) => Object.keys(row)))
  for (const key of keys) {
    const field = resource.fields[key]
    const target = field?.resource && !(field.isComputed && field.readOnly) ? findResource(field.resource) : undefined
    if (!target) continue
    const ids = new Set(rows.flatMap((row) => idsIn(row[key])))
    if (ids.size === 0) continue
    const known = await findKnown(trx, target, { firmId, ids: [...ids] })
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
  { firmId, ids }: { firmId: number; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { source } = behaviourOf(target)
  if (source) return new Set(ids.filter((id) => source.find(id) !== undefined))
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(tableOf(target))}
    where firm_id = ${firmId}::integer and id = any(${[...ids]}::uuid[])`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
