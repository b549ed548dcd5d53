import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Trx } from './database.ts'

/** Rows of one resource that changed; sent to every process of the installation. */
export interface Change {
  firmId: number
  /** Resource name, or `job:<queue>` when work was queued. */
  entity: string
  ids: readonly string[]
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
  await sql`select pg_notify(${channel}, ${changePayload(change)})`.execute(trx)
}

/** For statements that announce along the way: `select pg_notify(changeChannel, changePayload(…))`. */
export const changeChannel = channel
export function changePayload(change: Change): string {
  return JSON.stringify({ ...change, ids: change.ids.slice(0, maxIds) })
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
      timer = setTimeout(() => connect().catch(again), 1000)
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
