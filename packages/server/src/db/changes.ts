import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Trx } from './database.ts'

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
  subscribe: (listener: (change: Change) => void) => () => void
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
  const receive = (payload: string) => {
    const change = JSON.parse(payload) as Change
    for (const listener of listeners) listener(change)
  }
  const close = database.pglite
    ? await database.pglite.listen(channel, receive)
    : await listenOnServer(database, receive)
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      listeners.clear()
      await close()
    },
  }
}

async function listenOnServer(database: Database, receive: (payload: string) => void): Promise<() => Promise<void>> {
  let isClosed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const connect = async () => {
    const made = new pg.Client({ connectionString: database.url })
    client = made
    made.on('notification', (message) => receive(message.payload ?? '{}'))
    const again = () => {
      if (isClosed || client !== made) return
      client = undefined
      timer = globalThis.setTimeout(() => connect().catch(again), 1000)
    }
    made.on('error', again)
    made.on('end', again)
    await made.connect()
    await made.query(`listen ${channel}`)
  }
  await connect()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await client?.end()
  }
}
