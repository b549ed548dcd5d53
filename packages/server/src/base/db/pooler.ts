import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, planning } from './database.ts'

/** In milliseconds. A notification takes a few. */
const answerMs = 5000

/** What a connection pooler keeps connections from doing, and what to do about it. */
export interface PoolerProblem {
  /** Whether locks and notifications don't work; otherwise, searches are slow. */
  isSharing: boolean
  sentence: string
}

/** Finds what a pooler between Courtcrier and its database keeps connections from doing; nothing if it is embedded. */
export async function findPoolerProblem(database: Database): Promise<PoolerProblem | undefined> {
  if (database.url === undefined) return undefined
  if (!(await keepsSessions(database.url))) return { isSharing: true, sentence: sharing }
  const sentence = await findLostSettings(database)
  return sentence === undefined ? undefined : { isSharing: false, sentence }
}

const sharing =
  "A connection pooler shares the database server's sessions between connections (transaction or statement mode), so locks and notifications don't work. Connect directly, or set pool_mode = session."

/**
 * Whether what a connection asks of its session still counts after the transaction. A pooler in transaction mode gives
 * the session to the connection that is next, and notifications to no one.
 */
async function keepsSessions(url: string): Promise<boolean> {
  const own = makeClient(url)
  const other = makeClient(url)
  try {
    await Promise.all([own.connect(), other.connect()])
    const channel = `courtcrier_pooler_${randomBytes(8).toString('hex')}`
    await own.query(`listen ${channel}`)
    const session = await sessionOf(own)
    await other.query('begin')
    await other.query('select 1')
    // Without an answer it waits for the only session, which the other has.
    const isSame = (await sessionOf(own).catch(() => undefined)) === session
    await other.query('rollback')
    return isSame && (await hears(own, () => other.query(`notify ${channel}`)))
  } finally {
    await Promise.allSettled([own.end(), other.end()])
  }
}

function makeClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: answerMs, query_timeout: answerMs })
  client.on('error', () => undefined)
  return client
}

async function sessionOf(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

async function hears(client: pg.Client, notify: () => Promise<unknown>): Promise<boolean> {
  const heard = once(client, 'notification', { signal: AbortSignal.timeout(answerMs) }).then(
    () => true,
    () => false,
  )
  await notify()
  return heard
}

/** A pooler may ignore what a connection asks for as it opens (`ignore_startup_parameters`). */
async function findLostSettings(database: Database): Promise<string | undefined> {
  const wanted = planning.map((setting) => setting.split('='))
  const { rows } = await sql<{ setting: string; database: string }>`
    select w.name || ' = ' || w.value as setting, quote_ident(current_database()) as database
    from unnest(${wanted.map(([name]) => name)}::text[], ${wanted.map(([, value]) => value)}::text[]) w (name, value)
    where current_setting(w.name) <> w.value`.execute(database.kysely)
  if (rows.length === 0) return undefined
  const statements = rows.map((row) => `alter database ${row.database} set ${row.setting};`).join(' ')
  return `A connection pooler ignores settings that Courtcrier opens its connections with, so searches are slow. Run: ${statements} Then restart the pooler.`
}
