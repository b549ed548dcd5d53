import { sql } from 'kysely'
import { collectChanges } from './changes.ts'
import type { Database, Trx } from './database.ts'
import { timed } from './time-spent.ts'
import { openEnd } from './transaction-end.ts'

/**
 * Runs in one transaction as the application's role, which sees this firm's rows and no others: row-level
 * security stands behind every query. No network inside: a transaction holds the embedded database's only
 * connection.
 */
export function withFirm<T>(database: Database, firmId: number, run: (trx: Trx) => Promise<T>): Promise<T> {
  return committed(database, async (trx) => {
    await actFor(database, trx, firmId)
    return run(trx)
  })
}

/**
 * As `withFirm`, for a search: it ends with the error 57014 when a statement takes longer than people wait (on a server;
 * the embedded database cannot stop one), and plans each statement for the values it has. A plan for any value reads a
 * million rows to find the one that has a rare one.
 */
export function withFirmSearch<T>(database: Database, firmId: number, run: (trx: Trx) => Promise<T>): Promise<T> {
  return committed(database, async (trx) => {
    await actFor(database, trx, firmId, searchSettings)
    return run(trx)
  })
}

/**
 * As `withFirm`, for the pipeline: the same few statements thousands of times, about rows that are named by their ids.
 * Each is planned once for any values; planning them anew was a quarter of what they cost the server.
 */
export function withFirmAtWork<T>(database: Database, firmId: number, run: (trx: Trx) => Promise<T>): Promise<T> {
  return committed(database, async (trx) => {
    await actFor(database, trx, firmId, workSettings)
    return run(trx)
  })
}

const workSettings = sql.raw(`, set_config('plan_cache_mode', 'force_generic_plan', true)`)

const searchSettings = sql.raw(
  `, set_config('plan_cache_mode', 'force_custom_plan', true), set_config('statement_timeout', '10s', true)`,
)

/**
 * Runs in one transaction that sees every firm: for finding the firm of a host or address, and for the
 * worker's sweeps. Whatever touches a firm's records goes through `withFirm`.
 */
export function withSystem<T>(database: Database, run: (trx: Trx) => Promise<T>): Promise<T> {
  return committed(database, async (trx) => {
    await sql`select set_config('role', 'courtcrier_system', true)`.execute(trx)
    return run(trx)
  })
}

async function committed<T>(database: Database, run: (trx: Trx) => Promise<T>): Promise<T> {
  let tell = () => {}
  const result = await timed(() =>
    database.kysely.transaction().execute(async (trx) => {
      const announced = collectChanges(database, trx)
      const end = openEnd(database, trx)
      tell = () => {
        end.after()
        announced()
      }
      const value = await run(trx)
      await end.before()
      return value
    }),
  )
  tell()
  return result
}

/** On a server the statement has no parameters, so that it can travel together with `begin` (prepared-pool.ts). */
async function actFor({ kind }: Database, trx: Trx, firmId: number, settings = sql.raw('')): Promise<void> {
  if (!Number.isSafeInteger(firmId)) throw new TypeError(`${firmId} is not the number of a firm.`)
  const firm = kind === 'postgres' ? sql.lit(String(firmId)) : sql`${String(firmId)}`
  await sql`select set_config('role', 'courtcrier_app', true), set_config('courtcrier.firm_id', ${firm}, true),
      set_config('synchronous_commit', 'on', true)${settings}`.execute(trx)
}
