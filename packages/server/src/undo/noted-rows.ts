import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '../base/db/columns.ts'
import type { Trx } from '../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { unprepared } from '../import/unprepared.ts'
import { computedColumns, whereOf } from '../resources/search.ts'
import { type NotedRow, notedRows, type TakingBack } from './reversal.ts'
import { idsOf } from './row-ids.ts'

/** The rows as they are now, by id, locked; those that the caller does not see are absent. */
export async function lockCurrent(
  trx: Trx,
  { resource, caller }: TakingBack,
  noted: readonly NotedRow[],
): Promise<ReadonlyMap<string, AnyRow>> {
  const where = whereOf(resource, { query: { filters: [], freeText: '' }, scope: caller })
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns(resource)} from ${sql.table(tableOf(resource))} t
    where ${where} and t.id = any(${idsOf(
      resource,
      noted.map(({ id }) => id),
    )}) for update of t ${unprepared()}`.execute(trx)
  return new Map(rows.map((record) => [String(record.id), rowOf(resource, record)]))
}

/** The former values of rows, by id; those of columns that were not noted are empty. */
export function loadFormer(
  trx: Trx,
  taking: TakingBack,
  noted: readonly NotedRow[],
): Promise<ReadonlyMap<string, AnyRow>> {
  return loadNotedValues(trx, taking, { noted, where: sql`true` })
}

/** Deleted rows as they were, by id; those that the caller would not see if they were there are absent. */
export function loadDeleted(
  trx: Trx,
  taking: TakingBack,
  noted: readonly NotedRow[],
): Promise<ReadonlyMap<string, AnyRow>> {
  const where = whereOf(taking.resource, { query: { filters: [], freeText: '' }, scope: taking.caller })
  return loadNotedValues(trx, taking, { noted, where })
}

async function loadNotedValues(
  trx: Trx,
  taking: TakingBack,
  { noted, where }: { noted: readonly NotedRow[]; where: RawBuilder<unknown> },
): Promise<ReadonlyMap<string, AnyRow>> {
  const { resource } = taking
  const { rows } = await sql<DatabaseRecord>`
    select t.*, r.row_id as noted_row_id
    from ${notedRows(taking, noted)}
    cross join lateral jsonb_populate_record(null::${sql.table(tableOf(resource))}, r.before) t
    where ${where} ${unprepared()}`.execute(trx)
  return new Map(rows.map((record) => [String(record.noted_row_id), rowOf(resource, record)]))
}

/** Those of the columns that the table has today: a new version may have dropped one. */
export function knownColumns(resource: Resource, columns: readonly string[]): string[] {
  const known = new Set(columnsOf(resource).map(({ name }) => name))
  return columns.filter((name) => known.has(name))
}

/** The rows with the same columns noted, together. */
export function byColumns<T extends { noted: NotedRow }>(plans: readonly T[]): T[][] {
  const groups = new Map<string, T[]>()
  for (const plan of plans) {
    const name = [...plan.noted.columns].toSorted().join()
    groups.set(name, [...(groups.get(name) ?? []), plan])
  }
  return [...groups.values()]
}
