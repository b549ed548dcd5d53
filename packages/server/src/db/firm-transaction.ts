import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'

/**
 * Runs in one transaction as the application's role, which sees this firm's rows and no others: row-level
 * security stands behind every query. No network inside: a transaction holds the embedded database's only
 * connection.
 */
export function withFirm<T>(database: Database, firmId: number, run: (trx: Trx) => Promise<T>): Promise<T> {
  return database.kysely.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'courtcrier_app', true), set_config('courtcrier.firm_id', ${String(firmId)}, true),
      set_config('synchronous_commit', 'on', true)`.execute(trx)
    return run(trx)
  })
}

/**
 * Runs in one transaction that sees every firm: for finding the firm of a host or address, and for the
 * worker's sweeps. Whatever touches a firm's records goes through `withFirm`.
 */
export function withSystem<T>(database: Database, run: (trx: Trx) => Promise<T>): Promise<T> {
  return database.kysely.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'courtcrier_system', true)`.execute(trx)
    return run(trx)
  })
}
