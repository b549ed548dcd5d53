import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import type { RowSelection } from '@courtcrier/contract/selection.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { computedColumns, whereOf } from './search.ts'
import type { SearchScope } from './viewer.ts'

interface Selected {
  selection: RowSelection
  scope: SearchScope
}

/**
 * The ids that a selection stands for by now, their rows locked until the transaction ends: what is done to them is
 * done to rows that still fit. Named ids that are not there are left out. Throws `wrong_state` when a search finds
 * another number of rows than the person saw.
 */
export async function lockSelected(trx: Trx, resource: Resource, selected: Selected): Promise<string[]> {
  const where = conditionOf(resource, selected)
  const { rows: found } = await sql<{ id: string }>`
    select t.id from ${firmRows(resource)} t where ${where} ${limitOf(selected)}`.execute(trx)
  refuseMoved(selected, found.length)
  // A row that no longer fits by the time it is locked is left out by this second look.
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(tableOf(resource))} t
    where ${where} and t.id = any(${found.map(({ id }) => id)}::uuid[]) order by t.id for update`.execute(trx)
  refuseMoved(selected, rows.length)
  return rows.map(({ id }) => id)
}

/** The rows that a selection stands for by now. Throws as `lockSelected` does. */
export async function loadSelected(trx: Trx, resource: Resource, selected: Selected): Promise<AnyRow[]> {
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns(resource)} from ${firmRows(resource)} t
    where ${conditionOf(resource, selected)} order by t.id ${limitOf(selected)}`.execute(trx)
  refuseMoved(selected, rows.length)
  return rows.map((record) => rowOf(resource, record))
}

function conditionOf(resource: Resource, { selection, scope }: Selected): RawBuilder<unknown> {
  if ('ids' in selection) {
    const where = whereOf(resource, { query: { filters: [], freeText: '' }, scope })
    return sql`${where} and t.id = any(${selection.ids.filter(isUuid)}::uuid[])`
  }
  const { filters, freeText, except } = selection
  const where = whereOf(resource, { query: { filters, freeText }, scope })
  return sql`${where} and not t.id = any(${except.filter(isUuid)}::uuid[])`
}

/** One more than the person saw is enough to know that they are no longer the same. */
function limitOf({ selection }: Selected): RawBuilder<unknown> {
  return 'ids' in selection ? sql`` : sql`limit ${selection.count + 1}`
}

function refuseMoved({ selection }: Selected, found: number): void {
  if ('ids' in selection || found === selection.count) return
  throw new ApiError('wrong_state', { sentence: countMoved })
}

const countMoved = 'The records that fit are no longer those you selected. Nothing was done; please select again.'
