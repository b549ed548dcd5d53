import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnServer, openTestDatabase } from '../../testing/database.ts'
import type { Database, Trx } from './database.ts'
import { withFirm, withFirmSearch } from './firm-transaction.ts'
import { newId } from './ids.ts'

if (!isOnServer) process.stdout.write('Skipped: on the embedded database nothing can be added during a search.\n')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function countClients(trx: Trx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from clients`.execute(trx)
  return rows[0]?.n ?? 0
}

async function addClient(name: string): Promise<void> {
  await withFirm(database, 1, (trx) =>
    sql`insert into clients (firm_id, id, name, number) values (1, ${newId()}, ${name}, ${name})`.execute(trx),
  )
}

test.skipIf(!isOnServer)('a search counts no row that arrived after its page was read', async () => {
  await addClient('Acme')
  const counts = await withFirmSearch(database, 1, async (trx) => {
    const before = await countClients(trx)
    await addClient('Globex')
    return [before, await countClients(trx)]
  })
  expect(counts).toEqual([1, 1])
  expect(await withFirmSearch(database, 1, countClients)).toBe(2)
})
