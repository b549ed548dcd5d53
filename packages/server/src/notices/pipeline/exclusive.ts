import pg from 'pg'
import { awayError, isDatabaseAway } from '../../base/db/away.ts'
import type { Database } from '../../base/db/database.ts'
import type { ServerConnections } from '../../base/db/server-connections.ts'

/**
 * Runs work sequentially per key, in all processes sharing the database. A lock is lost with its connection: `isHeld`
 * says whether others may have started by now.
 */
export type Exclusive = <T>(key: string, run: (isHeld: () => boolean) => Promise<T>) => Promise<T>

/**
 * Uses a chain of promises within this process, and PostgreSQL's session advisory locks between processes. The locks
 * are on separate connections, because they may be held while waiting for a court, and transactions may not.
 */
export function openExclusive(database: Database): { exclusive: Exclusive; close: () => Promise<void> } {
  const tails = new Map<string, Promise<unknown>>()
  const locks = database.server ? openLocks(database.server) : undefined
  const exclusive: Exclusive = async (key, run) => {
    const before = tails.get(key) ?? Promise.resolve()
    const mine = before.then(() => (locks ? locks.hold(key, run) : run(() => true)))
    const settled = mine.catch(() => undefined)
    tails.set(key, settled)
    try {
      return await mine
    } finally {
      if (tails.get(key) === settled) tails.delete(key)
    }
  }
  return { exclusive, close: async () => locks?.close() }
}

interface Locks {
  hold: Exclusive
  close: () => Promise<void>
}

interface Turn {
  key: string
  /** False to release the key. */
  isTaken: boolean
  resolve: (hasIt: boolean) => void
  reject: (error: unknown) => void
}

/**
 * This process's locks are held on one connection, so that many are acquired and released in one statement. Only a
 * caller that finds a key held by another process waits for it, on a separate connection.
 */
function openLocks(server: ServerConnections): Locks {
  const pool = new pg.Pool({ Client: server.Client, max: 32 })
  pool.on('error', () => undefined)
  const turns = makeTurns(server)
  return {
    hold: async (key, run) => {
      if (!(await turns.take(key))) return waitForLock(pool, key, run)
      const connection = turns.connection()
      try {
        return await run(() => turns.connection() === connection)
      } finally {
        turns.giveBack(key)
      }
    },
    close: async () => {
      await turns.close()
      await pool.end()
    },
  }
}

function makeTurns(server: ServerConnections) {
  let client: Promise<pg.Client> | undefined
  let waiting: Turn[] = []
  let isAsking = false
  const connected = () => {
    if (client) return client
    const made = connect(server, () => {
      // When a connection ends, the server releases its locks; the next turn opens a new connection.
      if (client === made) client = undefined
    })
    client = made
    return made
  }
  const askAll = async () => {
    isAsking = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await askOnce(connected, batch)
    }
    isAsking = false
  }
  const add = (turn: Turn) => {
    waiting.push(turn)
    if (!isAsking) void askAll()
  }
  return {
    /** Resolves to false when another process holds the key. */
    take: (key: string) => new Promise<boolean>((resolve, reject) => add({ key, isTaken: true, resolve, reject })),
    connection: () => client,
    // Not awaited: this process may acquire the key again before it is released, because locks are counted.
    giveBack: (key: string) => add({ key, isTaken: false, resolve: () => undefined, reject: () => undefined }),
    close: async () => {
      await (await client?.catch(() => undefined))?.end()
    },
  }
}

async function connect(server: ServerConnections, onEnd: () => void): Promise<pg.Client> {
  const client = server.makeClient()
  client.on('error', onEnd)
  client.on('end', onEnd)
  try {
    await client.connect()
    return client
  } catch (error) {
    onEnd()
    throw error
  }
}

async function askOnce(connected: () => Promise<pg.Client>, turns: readonly Turn[]): Promise<void> {
  try {
    const client = await connected()
    const { rows } = await client.query<{ hasIt: boolean }>({
      name: 'turns',
      text: `select case when is_taken then pg_try_advisory_lock(hashtextextended(key, 0))
          else pg_advisory_unlock(hashtextextended(key, 0)) end as "hasIt"
        from unnest($1::text[], $2::boolean[]) with ordinality as turn (key, is_taken, n) order by n`,
      values: [turns.map(({ key }) => key), turns.map(({ isTaken }) => isTaken)],
    })
    for (const [index, { resolve }] of turns.entries()) resolve(rows[index]?.hasIt === true)
  } catch (error) {
    for (const { reject } of turns) reject(awayError(error))
  }
}

async function waitForLock<T>(pool: pg.Pool, key: string, run: (isHeld: () => boolean) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(rethrow)
  let isClean = false
  let isHeld = true
  const lose = () => {
    isHeld = false
  }
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key]).catch(rethrow)
    client.once('end', lose)
    const result = await run(() => isHeld)
    isClean = await giveBack(client, key)
    return result
  } finally {
    client.off('end', lose)
    // A connection that may still hold the lock is closed, which releases it.
    client.release(!isClean)
  }
}

/** A lost connection doesn't undo the work done under the lock; the lock is released with it. */
async function giveBack(client: pg.PoolClient, key: string): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key])
    return true
  } catch (error) {
    if (!isDatabaseAway(awayError(error))) throw error
    return false
  }
}

function rethrow(error: unknown): never {
  throw awayError(error)
}
