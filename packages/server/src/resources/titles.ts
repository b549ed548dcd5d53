import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { behaviourOf } from './registry.ts'

/** What records are called, by id; ids that lead nowhere are absent. */
export async function findTitles(
  trx: Trx,
  resource: Resource,
  { firmId, ids }: { firmId: number; ids: readonly string[] },
): Promise<Readonly<Record<string, string>>> {
  const { source } = behaviourOf(resource)
  if (source) {
    return Object.fromEntries(
      ids.flatMap((id) => {
        const row = source.find(id)
        return row ? [[id, String(row[resource.title] ?? '')]] : []
      }),
    )
  }
  const known = ids.filter(isUuid)
  if (known.length === 0) return {}
  const { rows } = await sql<{ id: string; title: string | null }>`
    select id, ${sql.ref(snakeCase(resource.title))}::text as title from ${sql.table(tableOf(resource))}
    where firm_id = ${firmId} and id = any(${known}::uuid[])`.execute(trx)
  return Object.fromEntries(rows.map(({ id, title }) => [id, title ?? '']))
}
