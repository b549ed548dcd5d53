import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import type { RowSelection } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { type SearchScope, whereOf } from './search.ts'

/**
 * The ids that a selection stands for by now, their rows locked until the transaction ends: what is done to them is
 * done to rows that still fit. Named ids that are not there are left out. Throws `wrong_state` when a search finds
 * another number of rows than the person saw.
 */
export async function lockSelected(
  trx: Trx,
  resource: Resource,
  { selection, scope }: { selection: RowSelection; scope: SearchScope },
): Promise<string[]> {
  if ('ids' in selection) return lockIds(trx, resource, { ids: selection.ids, scope })
  const { filters, freeText, except, count } = selection
  const where = whereOf(resource, { query: { filters, freeText }, scope })
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(tableOf(resource))} t
    where ${where} and not t.id = any(${except.filter(isUuid)}::uuid[])
    order by t.id limit ${count + 1} for update`.execute(trx)
  if (rows.length !== count) throw new ApiError('wrong_state', { sentence: countMoved })
  return rows.map(({ id }) => id)
}

const countMoved = 'The records that fit are no longer those you selected. Nothing was done; please select again.'

async function lockIds(
  trx: Trx,
  resource: Resource,
  { ids, scope }: { ids: readonly string[]; scope: SearchScope },
): Promise<string[]> {
  const where = whereOf(resource, { query: { filters: [], freeText: '' }, scope })
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(tableOf(resource))} t
    where ${where} and t.id = any(${ids.filter(isUuid)}::uuid[]) order by t.id for update`.execute(trx)
  return rows.map(({ id }) => id)
}
