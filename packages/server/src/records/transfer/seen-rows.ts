import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../viewer.ts'
import { isVisible } from '../visible-rows.ts'

/**
 * Starts recording which records the file's rows are about. In a temporary table and not in memory, so that memory
 * doesn't grow with the file; the table is gone with the transaction.
 */
export async function startSeen(trx: Trx): Promise<void> {
  await sql`create temporary table import_seen (id uuid primary key) on commit drop`.execute(trx)
}

export async function addSeen(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into import_seen select unnest(${[...ids]}::uuid[]) on conflict do nothing`.execute(trx)
}

/** The IDs that an earlier row was about. */
export async function findSeen(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from import_seen where id = any(${[...ids]}::uuid[])`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** The number of records no row was about. */
export async function countUnseen(trx: Trx, resource: Resource, scope: SearchScope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(tableOf(resource))} t where ${unseen(resource, scope)}`.execute(trx)
  return rows[0]?.n ?? 0
}

const pageSize = 1000

/** The IDs of the records no row was about. They may be deleted while they are read. */
export async function* readUnseen(trx: Trx, resource: Resource, scope: SearchScope): AsyncGenerator<string> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.table(tableOf(resource))} t
      where ${unseen(resource, scope)} and t.id > ${last}::uuid order by t.id limit ${pageSize}`.execute(trx)
    for (const { id } of rows) yield id
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end.id
  }
}

function unseen(resource: Resource, scope: SearchScope): RawBuilder<boolean> {
  return sql`t.firm_id = ${scope.firmId}::integer and ${isVisible('t', resource, scope)} and not exists (select from import_seen s where s.id = t.id)`
}
