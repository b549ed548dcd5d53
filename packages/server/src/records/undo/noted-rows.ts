import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { whereOf } from '../search.ts'
import type { Viewer } from '../viewer.ts'
import { isFormerThisSide } from '../walls/walls.ts'
import { idsOf } from './row-ids.ts'

/** Who undoes what. */
export interface TakingBack {
  undoId: string
  resource: Resource
  caller: Viewer
}

/** A row as the journal has it. */
export interface NotedRow {
  step: number
  id: string
  action: 'create' | 'update' | 'delete'
  /** The `updatedAt` the change gave it. */
  version: Date | null
  /** Columns whose former values are stored. */
  columns: readonly string[]
}

/** A row as it was. */
export interface Former {
  /** Columns that weren't noted are empty. */
  row: AnyRow
  /** The stored columns as JSON. */
  json: string
}

/** The rows as they were, by ID. Deleted rows the caller wouldn't see if they existed are left out. */
export async function loadFormer(
  trx: Trx,
  taking: TakingBack,
  noted: readonly NotedRow[],
): Promise<ReadonlyMap<string, Former>> {
  const { resource, caller } = taking
  const isDeleted = noted[0]?.action === 'delete'
  const seen = () => whereOf('t', resource, { query: { filters: [], freeText: '' }, scope: caller })
  const where = isDeleted ? sql`${seen()} and ${isFormerThisSide('t', resource, caller)}` : sql`true`
  const { rows } = await sql<DatabaseRecord & { noted_row_id: string; noted_json: string }>`
    select t.*, r.row_id as noted_row_id, r.before::text as noted_json
    from ${notedRows(taking, noted)}
    cross join lateral jsonb_populate_record(null::${sql.table(tableOf(resource))}, r.before) t
    where ${where}`.execute(trx)
  return new Map(rows.map((record) => [record.noted_row_id, { row: rowOf(resource, record), json: record.noted_json }]))
}

/**
 * These journal rows as `r` with the row's ID as `w.id`, to select from. Looked up one by one by primary key, whatever
 * the planner thinks of a table a transaction has just filled. All have the same action.
 */
export function notedRows({ resource, caller, undoId }: TakingBack, noted: readonly NotedRow[]): RawBuilder<unknown> {
  const ids = noted.map(({ id }) => id)
  return sql`unnest(${noted.map(({ step }) => step)}::integer[], ${ids}::text[], ${idsOf(resource, ids)})
      as w(step, row_id, id)
    join undo_rows r on r.firm_id = ${caller.firmId}::integer and r.undo_id = ${undoId}::uuid and r.step = w.step
      and r.table_name = ${tableOf(resource)} and r.row_id = w.row_id and r.action = ${noted[0]?.action ?? ''}`
}
