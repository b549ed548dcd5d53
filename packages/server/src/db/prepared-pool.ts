import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { statementNames } from './statement-names.ts'

/** A pool whose connections keep the plans of recurring statements: parsing and planning was half of their cost. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = statementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const made = wrap(client, names)
      wrapped.set(client, made)
      return made
    },
    end: () => pool.end(),
  } as PostgresPool
}

function wrap(client: pg.PoolClient, names: ReturnType<typeof statementNames>): PostgresPoolClient {
  // `begin` travels with the first statement of its transaction: a round trip less for each.
  let isBeginDue = false
  const run = (text: string, values: unknown[] | undefined) => {
    const name = values ? names.nameOf(text) : undefined
    return name === undefined ? client.query(text, values) : client.query({ name, text, values })
  }
  const begin = async (text: string, values: unknown[] | undefined) => {
    isBeginDue = false
    // Nothing was sent, so there is nothing to end.
    if (text === 'commit' || text === 'rollback') return { command: text.toUpperCase(), rowCount: null, rows: [] }
    if (values && values.length > 0) {
      await client.query('begin')
      return run(text, values)
    }
    // Several statements in one query string answer with a list of results.
    const results: unknown = await client.query(`begin; ${text}`)
    return (results as pg.QueryResult[]).at(-1)
  }
  const query = (text: unknown, values?: unknown[]) => {
    if (typeof text !== 'string') return client.query(text as pg.QueryConfig, values)
    if (isBeginDue) return begin(text, values)
    if (text !== 'begin') return run(text, values)
    isBeginDue = true
    return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] })
  }
  return new Proxy(client, {
    get: (target, key) => (key === 'query' ? query : bound(target, key)),
  }) as unknown as PostgresPoolClient
}

function bound(target: pg.PoolClient, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key)
  return typeof value === 'function' ? value.bind(target) : value
}
