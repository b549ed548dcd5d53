import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { behaviourOf } from './registry.ts'
import type { SearchScope } from './viewer.ts'
import { isVisible } from './visible-rows.ts'

/** What records are called, by id; ids that lead nowhere, or to what is not to be seen, are absent. */
export async function findTitles(
  trx: Trx,
  resource: Resource,
  { scope, ids }: { scope: SearchScope; ids: readonly string[] },
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
    select t.id, ${sql.ref(`t.${snakeCase(resource.title)}`)}::text as title from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${scope.firmId} and t.id = any(${known}::uuid[]) and ${isVisible(resource, scope)} order by t.id`.execute(
    trx,
  )
  return Object.fromEntries(rows.map(({ id, title }) => [id, title ?? '']))
}
