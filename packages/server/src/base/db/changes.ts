import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { awayError } from './away.ts'
import type { Database, Trx } from './database.ts'
import type { ServerConnections } from './server-connections.ts'

/** Rows of one resource that changed; sent to every process of the installation. */
export interface Change {
  firmId: number
  /** Resource name, or `job:<queue>` when work was queued. */
  entity: string
  ids: readonly string[]
  /** Only this person's consoles hear of it; all that may see the resource when absent. */
  userId?: string
}

export interface ChangeFeed {
  /** `missed` is called when changes may have been missed, once others are heard of again. */
  subscribe: (listener: (change: Change) => void, missed?: () => void) => () => void
  close: () => Promise<void>
}

const channel = 'courtcrier_changes'
/** PostgreSQL takes notifications of up to 8000 bytes; this many ids stay below. */
const maxIds = 150

/** Tells every process, when the transaction commits. */
export async function announce(trx: Trx, change: Change): Promise<void> {
  await sql`select pg_notify(${channel}, ${wordOf(change)})`.execute(trx)
}

/**
 * Tells every process soon after the transaction has committed; for work that comes in numbers. PostgreSQL lets only
 * one transaction that notifies commit at a time, its wait for the disk included. A crash between the two loses the
 * word: workers look by themselves every half second, and consoles see the next change. What must not be missed
 * is for `announce`.
 */
export async function announceLater(trx: Trx, change: Change): Promise<void> {
  const words = wordsOf.get(trx)
  if (words) words.add(wordOf(change))
  else await announce(trx, change)
}

function wordOf(change: Change): string {
  return JSON.stringify({ ...change, ids: change.ids.slice(0, maxIds) })
}

const wordsOf = new WeakMap<Trx, Set<string>>()

/** Collects what the transaction announces; the function it gives says it, to be called after the commit. */
export function collectChanges(database: Database, trx: Trx): () => void {
  const words = new Set<string>()
  wordsOf.set(trx, words)
  return () => {
    if (words.size > 0) tell(database, words)
  }
}

const untold = new WeakMap<Database['kysely'], Set<string>>()

/** After words were told, in milliseconds, the next ones are gathered: each telling wakes every process and its server. */
const gatherMs = 20

/** The first words go at once; what comes soon after goes with the next ones. */
function tell({ kysely }: Database, words: ReadonlySet<string>): void {
  const waiting = untold.get(kysely)
  for (const word of words) waiting?.add(word)
  if (waiting) return
  const queue = new Set(words)
  untold.set(kysely, queue)
  const run = async () => {
    while (queue.size > 0) {
      const batch = [...queue]
      queue.clear()
      await sql`select pg_notify(${channel}, word) from unnest(${batch}::text[]) as word`.execute(kysely)
      await setTimeout(gatherMs)
    }
  }
  run()
    // Without its database a process has nothing to tell, and whoever lost it hears of that from their own queries.
    .catch(() => undefined)
    .finally(() => untold.delete(kysely))
}

/** Listens to the changes of all processes. A lost connection is made again; what happened meanwhile is not replayed. */
export async function openChangeFeed(database: Database): Promise<ChangeFeed> {
  const listeners = new Set<(change: Change) => void>()
  const forgetful = new Set<() => void>()
  const missed = () => {
    for (const listener of forgetful) listener()
  }
  const receive = (payload: string) => {
    const change = JSON.parse(payload) as Change
    for (const listener of listeners) listener(change)
  }
  const close = database.pglite
    ? await database.pglite.listen(channel, receive)
    : await listenOnServer(database.server, { receive, missed })
  return {
    subscribe: (listener, missed) => {
      listeners.add(listener)
      if (missed) forgetful.add(missed)
      return () => {
        listeners.delete(listener)
        if (missed) forgetful.delete(missed)
      }
    },
    close: async () => {
      listeners.clear()
      forgetful.clear()
      await close()
    },
  }
}

interface Receivers {
  receive: (payload: string) => void
  missed: () => void
}

async function listenOnServer(
  server: ServerConnections | undefined,
  { receive, missed }: Receivers,
): Promise<() => Promise<void>> {
  if (!server) throw new Error('the database has no server to listen to')
  let isClosed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const connect = async () => {
    const made = server.makeClient()
    client = made
    made.on('notification', (message) => receive(message.payload ?? '{}'))
    const again = () => {
      if (isClosed || client !== made) return
      client = undefined
      timer = globalThis.setTimeout(reconnect, againMs)
    }
    made.on('error', again)
    made.on('end', again)
    try {
      await made.connect()
      await made.query(`listen ${channel}`)
    } catch (error) {
      again()
      throw awayError(error)
    }
  }
  const reconnect = () => {
    // One that fails has arranged for the next.
    connect().then(missed, () => undefined)
  }
  try {
    await connect()
  } catch (error) {
    isClosed = true
    clearTimeout(timer)
    throw error
  }
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await client?.end()
  }
}

const againMs = 500
