import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { behaviourOf } from './registry.ts'
import type { Viewer } from './viewer.ts'
import { isVisible, mayHideRows } from './visible-rows.ts'

/**
 * Those of the ids that are there for a person; undefined when there is nothing to say, because all of them are hidden
 * from them. Of a row that is gone nobody can tell any more for whom it was: it counts, and its id is left out.
 */
export async function shownIds(
  database: Database,
  resource: Resource,
  { scope, ids }: { scope: Viewer; ids: readonly string[] },
): Promise<readonly string[] | undefined> {
  const mayHide = mayHideRows(resource, scope) || (scope.timekeeperId !== undefined && behaviourOf(resource).tellsOf)
  if (!mayHide || ids.length === 0 || resource.isVirtual) return ids
  const known = ids.filter(isUuid)
  const { rows } = await withFirm(database, scope.firmId, (trx) =>
    sql<{ id: string; isShown: boolean }>`
      select t.id::text as id, ${isVisible(resource, scope)} as "isShown" from ${sql.table(tableOf(resource))} t
      where t.firm_id = ${scope.firmId} and t.id = any(${known}::uuid[])`.execute(trx),
  )
  const shown = new Set(rows.filter(({ isShown }) => isShown).map(({ id }) => id))
  if (shown.size === 0 && rows.length === ids.length) return undefined
  return ids.filter((id) => shown.has(id))
}
