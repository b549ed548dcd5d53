import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { behaviourOf } from './behaviour.ts'
import type { Viewer } from './viewer.ts'
import { isVisible, mayHideRows } from './visible-rows.ts'

/**
 * The IDs that exist for a person; undefined if all of them are hidden, so there is nothing to announce. For a deleted
 * row it can't be known who could see it: the change is announced, without the ID.
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
      select t.id::text as id, ${isVisible('t', resource, scope)} as "isShown" from ${sql.table(tableOf(resource))} t
      where t.firm_id = ${scope.firmId} and t.id = any(${known}::uuid[])`.execute(trx),
  )
  const shown = new Set(rows.filter(({ isShown }) => isShown).map(({ id }) => id))
  if (shown.size === 0 && rows.length === ids.length) return undefined
  return ids.filter((id) => shown.has(id))
}
