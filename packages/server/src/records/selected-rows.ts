import { ApiError } from '@courtcrier/contract/errors.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import type { RowSelection } from '@courtcrier/contract/selection.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { computedColumns, whereOf } from './search.ts'
import { waitForTurn } from './turn.ts'
import type { SearchScope } from './viewer.ts'

export interface Selected {
  selection: RowSelection
  scope: SearchScope
  /** Finds rows that go with the selected ones, to be locked in the same order. */
  findRelated?: RelatedFinder | undefined
}

/** Returns the related rows by ID, each with the ID of the selected row it belongs to. */
export type RelatedFinder = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

export interface LockedRows {
  ids: readonly string[]
  related: ReadonlyMap<string, string>
}

/**
 * The selection's current IDs, their rows locked until the transaction ends, so that only rows that still match are
 * acted on. Named IDs that don't exist are left out; related rows are locked with them. Throws `wrong_state` if a search
 * finds a different number of rows than the person saw.
 */
export async function lockSelected(trx: Trx, resource: Resource, selected: Selected): Promise<LockedRows> {
  await waitForTurn(trx, resource, selected.scope)
  const where = conditionOf(resource, selected)
  const { rows: found } = await sql<{ id: string }>`
    select t.id from ${firmRows(resource)} t where ${where} ${limitOf(selected)}`.execute(trx)
  refuseMoved(selected, found.length)
  const related = (await selected.findRelated?.(found.map(({ id }) => id))) ?? new Map<string, string>()
  if (related.size > 0) await lockRows(trx, resource, [...found.map(({ id }) => id), ...related.keys()], selected.scope)
  // This second query leaves out a row that no longer matches once it is locked.
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(tableOf(resource))} t
    where ${where} and t.id = any(${found.map(({ id }) => id)}::uuid[]) order by t.id for update`.execute(trx)
  refuseMoved(selected, rows.length)
  return { ids: rows.map(({ id }) => id), related }
}

async function lockRows(trx: Trx, resource: Resource, ids: readonly string[], { firmId }: SearchScope): Promise<void> {
  await sql`
    select from ${sql.table(tableOf(resource))} t where t.firm_id = ${firmId} and t.id = any(${[...ids]}::uuid[])
    order by t.id for update`.execute(trx)
}

/** The selection's current rows. Throws like `lockSelected`. */
export async function loadSelected(trx: Trx, resource: Resource, selected: Selected): Promise<AnyRow[]> {
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns('t', resource, selected.scope)} from ${firmRows(resource)} t
    where ${conditionOf(resource, selected)} order by t.id ${limitOf(selected)}`.execute(trx)
  refuseMoved(selected, rows.length)
  return rows.map((record) => rowOf(resource, record))
}

function conditionOf(resource: Resource, { selection, scope }: Selected): RawBuilder<unknown> {
  if ('ids' in selection) {
    const where = whereOf('t', resource, { query: { filters: [], freeText: '' }, scope })
    return sql`${where} and t.id = any(${selection.ids.filter(isUuid)}::uuid[])`
  }
  const { except } = selection
  const where = whereOf('t', resource, { query: selection, scope })
  return sql`${where} and not t.id = any(${except.filter(isUuid)}::uuid[])`
}

/** One more than the person saw is enough to know that the matches have changed. */
function limitOf({ selection }: Selected): RawBuilder<unknown> {
  return 'ids' in selection ? sql`` : sql`limit ${selection.count + 1}`
}

function refuseMoved({ selection }: Selected, found: number): void {
  if ('ids' in selection || found === selection.count) return
  throw new ApiError('wrong_state', { sentence: countMoved })
}

const countMoved = 'The matching records have changed since you selected them. Nothing was done; select again.'
