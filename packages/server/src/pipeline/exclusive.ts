import pg from 'pg'
import type { Database } from '../db/database.ts'

/** Runs work one after the other for each key, in all processes that share the database. */
export type Exclusive = <T>(key: string, run: () => Promise<T>) => Promise<T>

/**
 * Within this process by a chain of promises; between processes by PostgreSQL's session advisory locks, on
 * connections of their own because a lock may be held while a court answers, and no transaction may.
 */
export function openExclusive(database: Database): { exclusive: Exclusive; close: () => Promise<void> } {
  const tails = new Map<string, Promise<unknown>>()
  const pool = database.url ? new pg.Pool({ connectionString: database.url, max: 32 }) : undefined
  pool?.on('error', () => undefined)
  const exclusive: Exclusive = async (key, run) => {
    const before = tails.get(key) ?? Promise.resolve()
    const mine = before.then(() => (pool ? withAdvisoryLock(pool, key, run) : run()))
    const settled = mine.catch(() => undefined)
    tails.set(key, settled)
    try {
      return await mine
    } finally {
      if (tails.get(key) === settled) tails.delete(key)
    }
  }
  return { exclusive, close: async () => pool?.end() }
}

async function withAdvisoryLock<T>(pool: pg.Pool, key: string, run: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isClean = false
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key])
    const result = await run()
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key])
    isClean = true
    return result
  } finally {
    // A connection that may still hold the lock is closed, which lets go of it.
    client.release(!isClean)
  }
}
