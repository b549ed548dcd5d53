import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOnServer, openTestDatabase } from '../../testing/database.ts'
import { type Database, openDatabase } from './database.ts'
import { isConnected } from './process-session.ts'

if (!isOnServer) process.stdout.write('Skipped: the embedded database has a single process.\n')

let database: Database
let other: Database | undefined
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await other?.close()
  await database.close()
})

/** Whether the other process is there, as this one sees it. */
async function isThere(): Promise<boolean | undefined> {
  const is = sql<{ isThere: boolean }>`select ${isConnected(sql`${other?.server?.processId}`)} as "isThere"`
  return (await is.execute(database.kysely)).rows[0]?.isThere
}

test.runIf(isOnServer)('a process is there for others until it ends', async () => {
  other = await openDatabase({ url: database.url ?? '' })
  await expect.poll(isThere).toBe(true)
  const { close } = other
  other = { ...other, close: async () => undefined }
  await close()
  await expect.poll(isThere).toBe(false)
})

test.runIf(isOnServer)('a process that loses its session is there again with the next one', async () => {
  other = await openDatabase({ url: database.url ?? '' })
  await expect.poll(isThere).toBe(true)
  const { rows } = await sql<{ pid: number }>`
    select l.pid from pg_locks l where l.locktype = 'advisory' and l.objid = hashtext(${other.server?.processId})::oid`.execute(
    database.kysely,
  )
  const [former] = rows
  await sql`select pg_terminate_backend(${former?.pid}::integer)`.execute(database.kysely)
  const ofFormer = sql`select from pg_locks where locktype = 'advisory' and pid = ${former?.pid}::integer`
  await expect.poll(async () => (await ofFormer.execute(database.kysely)).rows).toEqual([])
  await expect.poll(isThere).toBe(true)
})
