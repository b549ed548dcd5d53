import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { awayError } from './away.ts'
import type { Database, Trx } from './database.ts'
import { newId } from './ids.ts'
import type { ServerConnections } from './server-connections.ts'

/** Changed rows of one resource; sent to every process of the installation. */
export interface Change {
  firmId: number
  /** Resource name, or `job:<queue>` when work was queued. */
  entity: string
  ids: readonly string[]
  /** Only this person's consoles are notified; if absent, everyone who may see the resource. */
  userId?: string
}

export interface ChangeFeed {
  /** `missed` is called when the connection is back and changes may have been missed. */
  subscribe: (listener: (change: Change) => void, missed?: () => void) => () => void
  close: () => Promise<void>
}

const channel = 'courtcrier_changes'
/** PostgreSQL accepts notifications of up to 8000 bytes; this many IDs fit. */
const maxIds = 150

/** Notifies every process when the transaction commits, of many rows by several notifications. */
export async function announce(trx: Trx, change: Change): Promise<void> {
  const words = wordsOf({ ...change, ids: new Set(change.ids) })
  await sql`select pg_notify(${channel}, word) from unnest(${words}::text[]) as word`.execute(trx)
}

/**
 * Notifies every process shortly after the transaction has committed; for frequent changes. PostgreSQL lets only one
 * notifying transaction commit at a time, including its wait for the disk. A crash in between loses the notification:
 * workers poll every half second, and consoles see the next change. Use `announce` for anything that must not be
 * missed.
 */
export async function announceLater(trx: Trx, change: Change): Promise<void> {
  const changes = changesOf.get(trx)
  if (!changes) return announce(trx, change)
  // Changes of one kind are sent together, however many calls announced them. Those without IDs mean "any": kept apart.
  const key = [change.firmId, change.entity, change.userId, change.ids.length > 0].join()
  const known = changes.get(key) ?? { ...change, ids: new Set() }
  changes.set(key, known)
  for (const id of change.ids) known.ids.add(id)
}

/** Changes of one kind in a transaction. */
type Collected = Omit<Change, 'ids'> & { ids: Set<string> }

function wordsOf({ ids, ...change }: Collected): string[] {
  const all = [...ids]
  const count = Math.max(1, Math.ceil(all.length / maxIds))
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({ ...change, ids: all.slice(n * maxIds, (n + 1) * maxIds) }),
  )
}

const changesOf = new WeakMap<Trx, Map<string, Collected>>()

/** Collects the transaction's announcements; the function it returns sends them, and is called after the commit. */
export function collectChanges(database: Database, trx: Trx): () => void {
  const changes = new Map<string, Collected>()
  changesOf.set(trx, changes)
  return () => {
    if (changes.size > 0) tell(database, [...changes.values()].flatMap(wordsOf))
  }
}

/** In milliseconds: under load, what follows within this time is announced together, so that work shares a query. */
const gatherMs = 20
/** The same between processes: each notification is a transaction, and wakes every process and its server. */
const gatherBetweenMs = 60

interface Teller {
  /** Tells the feeds of this process. */
  here: (words: readonly string[]) => void
  /** Tells other processes; nothing on the embedded database, which has no others. */
  others: (words: readonly string[]) => void
  receivers: Set<(word: string) => void>
  /** Marks what this process sends to others: its own feeds know it. */
  origin: string
}

const tellers = new WeakMap<Database['kysely'], Teller>()

function tell(database: Database, words: readonly string[]): void {
  const { here, others } = tellerOf(database)
  here(words)
  others(words)
}

function tellerOf({ kysely, pglite }: Database): Teller {
  const known = tellers.get(kysely)
  if (known) return known
  const origin = newId()
  const receivers: Teller['receivers'] = new Set()
  const notify = (words: readonly string[]) =>
    sql`select pg_notify(${channel}, ${`${origin} `} || word) from unnest(${words}::text[]) as word`.execute(kysely)
  const teller: Teller = {
    // Not at once: who committed goes on first, as with a notification.
    here: gathered(gatherMs, async (words) => {
      setImmediate(() => {
        for (const word of words) for (const receive of receivers) receive(word)
      })
    }),
    others: pglite ? () => undefined : gathered(gatherBetweenMs, notify),
    receivers,
    origin,
  }
  tellers.set(kysely, teller)
  return teller
}

/** The first words are sent at once; later ones, without repeats, a while after. */
function gathered(ms: number, send: (words: readonly string[]) => Promise<unknown>): Teller['here'] {
  let waiting: Set<string> | undefined
  const run = async (queue: Set<string>) => {
    try {
      while (queue.size > 0) {
        const batch = [...queue]
        queue.clear()
        await send(batch)
        await setTimeout(ms)
      }
    } finally {
      // At once: what came before a later step would be added to a queue that nothing sends any more.
      waiting = undefined
    }
  }
  return (words) => {
    for (const word of words) waiting?.add(word)
    if (waiting) return
    waiting = new Set(words)
    // Without its database a process has nothing to announce, and its own queries reveal the outage.
    run(waiting).catch(() => undefined)
  }
}

/** Listens for changes from all processes. A lost connection is reopened; changes in the meantime aren't replayed. */
export async function openChangeFeed(database: Database): Promise<ChangeFeed> {
  const listeners = new Set<(change: Change) => void>()
  const forgetful = new Set<() => void>()
  const missed = () => {
    for (const listener of forgetful) listener()
  }
  const { receivers, origin } = tellerOf(database)
  const receive = (word: string) => {
    const change = JSON.parse(word) as Change
    for (const listener of listeners) listener(change)
  }
  receivers.add(receive)
  // What this process announced, its feeds know already; what was announced in the transaction says no origin.
  const hear = (payload: string) => {
    const [from = '', word = ''] = payload.split(/ (.*)/s)
    if (payload.startsWith('{')) receive(payload)
    else if (from !== origin) receive(word)
  }
  const close = database.pglite
    ? await database.pglite.listen(channel, hear)
    : await listenOnServer(database.server, { receive: hear, missed })
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
      receivers.delete(receive)
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
    // A failed attempt has already scheduled the next.
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
