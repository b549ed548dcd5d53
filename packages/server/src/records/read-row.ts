import { ApiError } from '@courtcrier/contract/errors.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { behaviourOf } from './behaviour.ts'
import { computedColumns } from './search.ts'
import type { SearchScope } from './viewer.ts'
import { isVisible, mayHideRows } from './visible-rows.ts'

/** A row's ID, and who reads it. */
export type RowKey = SearchScope & { id: string; isLocked?: boolean }

/** The row; undefined if there is none that the caller may see. */
export async function findRow(
  trx: Trx,
  resource: Resource,
  { id, isLocked = false, ...scope }: RowKey,
): Promise<AnyRow | undefined> {
  const { source } = behaviourOf(resource)
  if (source) return source.find(id)
  if (!isUuid(id)) return undefined
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns('t', resource, scope)} from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${scope.firmId} and t.id = ${id}::uuid and ${isVisible('t', resource, scope)}
    ${isLocked ? sql`for update of t` : sql``}`.execute(trx)
  return rows[0] && rowOf(resource, rows[0])
}

/** The row. Throws `not_found`, also for IDs of other firms and rows the caller may not see. */
export async function getRow(trx: Trx, resource: Resource, key: RowKey): Promise<AnyRow> {
  const row = await findRow(trx, resource, key)
  if (!row) throw new ApiError('not_found')
  return row
}

/** For actions on a row that don't read it here. Throws `not_found` like `getRow`. */
export async function refuseUnseen(trx: Trx, resource: Resource, key: RowKey): Promise<void> {
  if (mayHideRows(resource, key)) await getRow(trx, resource, key)
}
