import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { PreparingPGlite, PreparingTransaction } from './prepared-pglite.ts'
import { openingOf } from './transaction-opening.ts'

/** Kysely's dialect with a driver that prepares statements if a transaction requests it (`transaction-opening.ts`). */
export function embeddedDialect(pglite: PreparingPGlite): Dialect {
  return {
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => embeddedDriver(pglite),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** A transaction under way. */
interface Running {
  trx: PreparingTransaction
  isPreparing: boolean
  /** Ends it; settled when that is done. */
  commit: () => Promise<void>
  rollback: () => Promise<void>
}

/** There is one connection, which Kysely's adapter hands out to one user at a time. */
function embeddedDriver(pglite: PreparingPGlite): Driver {
  let running: Running | undefined
  const connection: DatabaseConnection = {
    executeQuery: async (query: CompiledQuery) => {
      const opening = openingOf(query)
      if (running && opening) running.isPreparing = opening.prepares
      const parameters = [...query.parameters]
      const answer = !running
        ? await pglite.query(query.sql, parameters)
        : running.isPreparing
          ? await running.trx.queryPrepared(query.sql, parameters)
          : await running.trx.query(query.sql, parameters)
      const { affectedRows, rows = [] } = answer
      return { rows: rows as never[], ...(affectedRows != null && { numAffectedRows: BigInt(affectedRows) }) }
    },
    streamQuery: () => {
      throw new Error('Rows are read page by page, from a cursor.')
    },
  }
  const end = async (how: 'commit' | 'rollback') => {
    const ending = running
    running = undefined
    await ending?.[how]()
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => {
      running = await begin(pglite)
    },
    commitTransaction: () => end('commit'),
    rollbackTransaction: () => end('rollback'),
    releaseConnection: async () => undefined,
    destroy: async () => {
      if (!pglite.closed) await pglite.close()
    },
  }
}

/**
 * Uses PGlite's own transaction, which locks the database: the job queue uses it too. Nothing else runs meanwhile, so that
 * any isolation level is met.
 */
async function begin(pglite: PreparingPGlite): Promise<Running> {
  const begun = Promise.withResolvers<PreparingTransaction>()
  const ended = Promise.withResolvers<void>()
  const closed = pglite.transaction(async (trx) => {
    begun.resolve(trx)
    await ended.promise
  })
  // The caller that ends it gets the error; until then the rejection must not go unhandled.
  closed.catch(() => undefined)
  const trx = await begun.promise
  return {
    trx,
    isPreparing: false,
    commit: async () => {
      ended.resolve()
      await closed.catch((error: unknown) => {
        const isAborted = error instanceof Error && 'code' in error && error.code === '25P02'
        throw isAborted ? new AbortedTransactionError({ cause: error }) : error
      })
    },
    rollback: async () => {
      ended.reject(new Error('rolled back'))
      await closed.catch(() => undefined)
    },
  }
}
