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
  const query = (text: unknown, values?: unknown[]) => {
    const name = typeof text === 'string' && values ? names.nameOf(text) : undefined
    if (name === undefined) return client.query(text as string, values)
    return client.query({ name, text: text as string, values })
  }
  return new Proxy(client, {
    get: (target, key) => (key === 'query' ? query : bound(target, key)),
  }) as unknown as PostgresPoolClient
}

function bound(target: pg.PoolClient, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key)
  return typeof value === 'function' ? value.bind(target) : value
}
