import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import type { Database } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import { analyzeNewTables } from './maintenance.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

function insertClients(count: number, run?: () => void): Promise<void> {
  return withFirm(database, 1, async (trx) => {
    await sql`insert into clients (firm_id, id, name, number)
      select 1, gen_random_uuid(), repeat('x', 200), gen_random_uuid()::text from generate_series(1, ${count}) n`.execute(
      trx,
    )
    run?.()
  })
}

test('a table that has grown without statistics gets some, once', async () => {
  await insertClients(600)
  expect(await analyzeNewTables(database)).toEqual(['clients'])
  expect(await analyzeNewTables(database)).toEqual([])
})

test('one that has become several times as large gets new ones', async () => {
  await insertClients(600)
  await analyzeNewTables(database)
  await insertClients(600)
  expect(await analyzeNewTables(database)).toEqual([])
  await insertClients(3000)
  expect(await analyzeNewTables(database)).toEqual(['clients'])
  expect(await analyzeNewTables(database)).toEqual([])
})

test('rows that are not committed are no reason, and one that was taken for empty because of them is looked at again', async () => {
  const undone = insertClients(600, () => {
    throw new Error('not committed')
  })
  await expect(undone).rejects.toThrow('not committed')
  const doubted = new Set<string>()
  expect(await analyzeNewTables(database, doubted)).toEqual([])
  await sql`analyze clients`.execute(database.kysely)
  expect(await analyzeNewTables(database, doubted)).toEqual([])
  await insertClients(10)
  expect(await analyzeNewTables(database, doubted)).toEqual(['clients'])
  expect(await analyzeNewTables(database, doubted)).toEqual([])
})
