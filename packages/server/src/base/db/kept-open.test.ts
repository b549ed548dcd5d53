import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnServer, openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { withSystem } from './firm-transaction.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function backendOf(pauseSeconds: number): Promise<number> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid from (select pg_sleep(${pauseSeconds}::float8)) as pause`.execute(trx)
    return rows[0]?.pid ?? 0
  })
}

test('after a quiet while, work goes on over connections that were there', async ({ skip }) => {
  if (!isOnServer) skip('The embedded database has only one connection.')
  const atOnce = () => Promise.all(Array.from({ length: 6 }, () => backendOf(0.3)))
  const before = await atOnce()
  // A pool closes what no one has used for ten seconds, beyond what it is to keep.
  await setTimeout(12_000)
  const after = await atOnce()
  expect(new Set(after)).toEqual(new Set(before))
})
