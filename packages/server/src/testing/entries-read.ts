import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'

/** Returns how many entries of a table's indexes this connection read until now; sequential scans are switched off. */
export async function entriesRead(trx: Trx, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as n from pg_index
    where indrelid = ${table}::regclass`.execute(trx)
  return rows[0]?.n ?? 0
}
