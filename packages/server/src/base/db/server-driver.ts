import type { Writable } from 'node:stream'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { awayError } from './away.ts'
import { statementNames } from './statement-names.ts'
import { openingOf } from './transaction-opening.ts'

/**
 * Kysely's dialect with a driver that sends less: `begin` and the selection of the role are sent together with the
 * transaction's first statement, without waiting for their answers. Recurring statements are prepared in transactions
 * that request it (`transaction-opening.ts`): parsing and planning were half of their cost.
 */
export function serverDialect(pool: pg.Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => serverDriver(pool),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

interface ServerConnection extends DatabaseConnection {
  begin: (settings: TransactionSettings) => void
  /** Ends the transaction; undefined when nothing of it was sent. */
  end: (how: 'commit' | 'rollback') => Promise<pg.QueryResult | undefined>
  release: (broken?: boolean) => void
}

function serverDriver(pool: pg.Pool): Driver {
  const names = statementNames()
  const known = new WeakMap<pg.PoolClient, ServerConnection>()
  const of = (connection: DatabaseConnection) => connection as ServerConnection
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      const client = await pool.connect().catch(rethrow)
      const connection = known.get(client) ?? connectionOf(client, names)
      known.set(client, connection)
      return connection
    },
    beginTransaction: async (connection, settings) => of(connection).begin(settings),
    commitTransaction: async (connection) => {
      const answer = await of(connection).end('commit')
      // PostgreSQL's answer to a commit after a failed statement.
      if (answer?.command === 'ROLLBACK') throw new AbortedTransactionError()
    },
    rollbackTransaction: async (connection) => {
      await of(connection).end('rollback')
    },
    releaseConnection: async (connection) => of(connection).release(),
    destroy: () => pool.end(),
  }
}

function connectionOf(client: pg.PoolClient, names: ReturnType<typeof statementNames>): ServerConnection {
  let unsent: string[] = []
  let isPreparing = false
  let isBroken = false
  const hold = heldForTick(client)
  const send = (text: string, values: readonly unknown[]) => {
    hold()
    const name = isPreparing ? names.nameOf(text) : undefined
    return client.query<pg.QueryResultRow>({ ...(name === undefined ? {} : { name }), text, values: [...values] })
  }
  /** Sends the transaction's opening first, if it is still unsent. If that fails, the transaction refuses the rest. */
  const sendOpened = async (text: string, values: readonly unknown[]) => {
    if (unsent.length === 0) return send(text, values)
    const before = unsent.join('; ')
    unsent = []
    hold()
    const [opened, result] = await Promise.allSettled([client.query(before), send(text, values)])
    if (opened.status === 'rejected') throw opened.reason
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
  return {
    begin: ({ isolationLevel }) => {
      unsent = [isolationLevel === undefined ? 'begin' : `begin isolation level ${isolationLevel}`]
    },
    end: async (how) => {
      const isUnsent = unsent.length > 0
      unsent = []
      isPreparing = false
      if (isUnsent) return undefined
      return send(how, []).catch((error: unknown) => {
        isBroken = true
        return rethrow(error)
      })
    },
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const opening = openingOf(query)
      if (!opening || unsent.length === 0)
        return resultOf<R>(await sendOpened(query.sql, query.parameters).catch(rethrow))
      unsent.push(query.sql)
      isPreparing = opening.prepares
      return { rows: [] }
    },
    streamQuery: () => {
      throw new Error('Rows are read page by page, from a cursor.')
    },
    release: () => client.release(isBroken),
  }
}

const counting = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function resultOf<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const affected = counting.has(command) && rowCount !== null ? { numAffectedRows: BigInt(rowCount) } : {}
  // A text with several statements has no `rows`.
  return { ...affected, rows: (rows ?? []) as R[] }
}

function rethrow(error: unknown): never {
  throw awayError(error)
}

/** A write is the expensive part of a small statement: everything sent to a connection within a tick is one write. */
function heldForTick(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  let isHeld = false
  const letGo = () => {
    isHeld = false
    stream.uncork()
  }
  return () => {
    if (isHeld) return
    isHeld = true
    stream.cork()
    process.nextTick(letGo)
  }
}
