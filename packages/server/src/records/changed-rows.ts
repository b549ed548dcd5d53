import type { ChangeCursor, SearchQuery } from '@courtcrier/contract/query.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { computedColumns, whereOf } from './search.ts'
import type { SearchScope } from './viewer.ts'

/** A page of a listing by last change, and where the next one goes on. */
export interface ChangedRows {
  rows: AnyRow[]
  next: ChangeCursor
}

/**
 * The rows that match, by their last change, after the cursor. A row that changes meanwhile is listed again, as it is
 * then; none is missed: a transaction stamps its rows with the time it began, so nothing is listed that is not older
 * than every transaction still open.
 */
export async function findChanged(
  trx: Trx,
  resource: Resource,
  { query, scope }: { query: SearchQuery & { cursor: ChangeCursor }; scope: SearchScope },
): Promise<ChangedRows> {
  const { cursor, max } = query
  // Before the rows are read: what was still open then may be committed by the time they are, but not the reverse.
  const { rows: open } = await sql<{ since: Date }>`select oldest_open_change() as since`.execute(trx)
  const [{ since } = { since: new Date(0) }] = open
  const after =
    cursor === 'start'
      ? sql`true`
      : sql`(t.updated_at, t.id) > (${cursor.updatedAt}::timestamp(3) with time zone, ${cursor.id}::uuid)`
  const { rows: records } = await sql<DatabaseRecord>`
    select t.*${computedColumns('t', resource, scope)} from ${firmRows(resource)} t
    where ${whereOf('t', resource, { query, scope })} and ${after}
      and t.updated_at < ${since}::timestamp(3) with time zone
    order by t.updated_at, t.id limit ${max}`.execute(trx)
  const rows = records.map((record) => rowOf(resource, record))
  return { rows, next: placeOf(rows.at(-1)) ?? cursor }
}

function placeOf(row: AnyRow | undefined): ChangeCursor | undefined {
  return row && { updatedAt: String(row.updatedAt), id: String(row.id) }
}
