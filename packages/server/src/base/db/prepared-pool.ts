import type { Writable } from 'node:stream'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { awayError } from './away.ts'
import { statementNames } from './statement-names.ts'

/** A pool whose connections keep the plans of recurring statements: parsing and planning was half of their cost. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = statementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect().catch(rethrow)
      const known = wrapped.get(client)
      if (known) return known
      const made = wrap(client, names)
      wrapped.set(client, made)
      return made
    },
    end: () => pool.end(),
  } as PostgresPool
}

/**
 * `begin` and the choice of a role that follows it travel with the first statement of their transaction: they are
 * written together, and nobody waits for the first answers. If one fails, the transaction refuses all after it.
 */
function wrap(client: pg.PoolClient, names: ReturnType<typeof statementNames>): PostgresPoolClient {
  let opening: string[] = []
  const hold = heldForTick(client)
  const run = (text: string, values: unknown[] | undefined) => {
    hold()
    const name = values ? names.nameOf(text) : undefined
    return name === undefined ? client.query(text, values) : client.query({ name, text, values })
  }
  const open = async (text: string, values: unknown[] | undefined) => {
    const before = opening.join('; ')
    opening = []
    // Nothing was sent, so there is nothing to end.
    if (text === 'commit' || text === 'rollback') return answerOf(text)
    hold()
    const [opened, result] = await Promise.allSettled([client.query(before), run(text, values)] as const)
    if (opened.status === 'rejected') throw opened.reason
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
  const query = async (text: unknown, values?: unknown[]): Promise<unknown> => {
    if (typeof text !== 'string') return client.query(text as pg.QueryConfig, values)
    const isOpening = text === 'begin' || (opening.length === 1 && text.startsWith(roleChoice) && !values?.length)
    if (!isOpening) return opening.length > 0 ? open(text, values) : run(text, values)
    opening.push(text)
    return answerOf(text)
  }
  const asked = (text: unknown, values?: unknown[]) => query(text, values).catch(rethrow)
  return new Proxy(client, {
    get: (target, key) => (key === 'query' ? asked : bound(target, key)),
  }) as unknown as PostgresPoolClient
}

function rethrow(error: unknown): never {
  throw awayError(error)
}

/** How the statement begins that says as whom a transaction acts (firm-transaction.ts); its answer says nothing. */
const roleChoice = "select set_config('role', "

function answerOf(text: string) {
  return { command: text.toUpperCase(), rowCount: null, rows: [] }
}

/** A write is the dear part of a small statement: what is sent to a connection within a tick is one. */
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

function bound(target: pg.PoolClient, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key)
  return typeof value === 'function' ? value.bind(target) : value
}
