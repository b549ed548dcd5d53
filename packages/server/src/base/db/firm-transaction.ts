import type { IsolationLevel } from 'kysely'
import { reasonOf, writeRefusal } from './away.ts'
import { collectChanges } from './changes.ts'
import type { Database, Trx } from './database.ts'
import { timed } from './time-spent.ts'
import { openEnd } from './transaction-end.ts'
import { openingStatement } from './transaction-opening.ts'

/**
 * Runs in one transaction as the application's role, which sees this firm's rows and no others: row-level security
 * backs every query. No network inside: a transaction holds the embedded database's only connection.
 */
export function withFirm<T>(database: Database, firmId: number, run: (trx: Trx) => Promise<T>): Promise<T> {
  return committed(database, async (trx) => {
    await actFor(trx, firmId)
    return run(trx)
  })
}

/**
 * Like `withFirm`, for what a page shows: it fails with error 57014 if a statement takes longer than people wait (on a
 * server; the embedded database can't stop one).
 */
export function withFirmRead<T>(database: Database, firmId: number, run: (trx: Trx) => Promise<T>): Promise<T> {
  return committed(database, async (trx) => {
    await actFor(trx, firmId, forRead)
    return run(trx)
  })
}

/**
 * Like `withFirmRead`, for a search: it plans each statement for its actual values. A generic plan reads a million rows
 * to find one with a rare value. All its statements see the rows of one moment: a total must not count a row that arrived
 * after the page was read.
 */
export function withFirmSearch<T>(database: Database, firmId: number, run: (trx: Trx) => Promise<T>): Promise<T> {
  const search = async (trx: Trx) => {
    await actFor(trx, firmId, forSearch)
    return run(trx)
  }
  return committed(database, search, 'repeatable read')
}

/**
 * Like `withFirm`, for the pipeline: the same few statements thousands of times, about rows named by their IDs. Each is
 * planned once for any values; planning them each time was a quarter of their cost on the server.
 */
export function withFirmAtWork<T>(database: Database, firmId: number, run: (trx: Trx) => Promise<T>): Promise<T> {
  return committed(database, async (trx) => {
    await actFor(trx, firmId, forWork)
    return run(trx)
  })
}

const plain: Planning = { settings: '', prepares: false }

const forWork: Planning = { settings: ", set_config('plan_cache_mode', 'force_generic_plan', true)", prepares: true }

const inTime = ", set_config('statement_timeout', '2s', true)"

const forRead: Planning = { settings: inTime, prepares: false }

const forSearch: Planning = {
  settings: `, set_config('plan_cache_mode', 'force_custom_plan', true)${inTime}`,
  prepares: true,
}

/**
 * Runs in one transaction that sees every firm: for finding a host's or address's firm, and for the worker's sweeps.
 * Anything that touches a firm's records uses `withFirm`.
 */
export function withSystem<T>(database: Database, run: (trx: Trx) => Promise<T>): Promise<T> {
  return committed(database, async (trx) => {
    await trx.executeQuery(openingStatement("select set_config('role', 'courtcrier_system', true)", plain))
    return run(trx)
  })
}

async function committed<T>(
  database: Database,
  run: (trx: Trx) => Promise<T>,
  isolation: IsolationLevel = 'read committed',
): Promise<T> {
  let tell = () => {}
  const result = await timed(() =>
    beginning(database, isolation).execute(async (trx) => {
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
  ).catch((error: unknown) => {
    const refusal = writeRefusal(error)
    if (refusal) database.writes.begin(reasonOf(refusal))
    throw error
  })
  tell()
  return result
}

function beginning({ kysely }: Database, isolation: IsolationLevel): ReturnType<typeof kysely.transaction> {
  const transaction = kysely.transaction()
  // Unnamed, the usual level is one word less to send with every transaction.
  return isolation === 'read committed' ? transaction : transaction.setIsolationLevel(isolation)
}

/** How a transaction's statements are planned. */
interface Planning {
  settings: string
  prepares: boolean
}

async function actFor(trx: Trx, firmId: number, { settings, prepares }: Planning = plain): Promise<void> {
  if (!Number.isSafeInteger(firmId)) throw new TypeError(`${firmId} is not the number of a firm.`)
  const text = `select set_config('role', 'courtcrier_app', true), set_config('courtcrier.firm_id', '${firmId}', true),
    set_config('synchronous_commit', 'on', true)${settings}`
  await trx.executeQuery(openingStatement(text, { prepares }))
}
