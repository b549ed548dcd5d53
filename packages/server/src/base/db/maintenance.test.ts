import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { longTest } from '../../testing/in-long-run.ts'
import type { Database } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import { analyzeAfterInserts, analyzeNewTables } from './maintenance.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
  // A server's own looks at all databases in turn, and may gather the statistics first.
  await sql`alter table clients set (autovacuum_enabled = false)`.execute(database.kysely)
})
afterEach(() => database.close())

function insertClients(count: number, run?: () => void): Promise<void> {
  return withFirm(database, 1, async (trx) => {
    await sql`insert into clients (firm_id, id, name, number)
      select 1, gen_random_uuid(), repeat('x', 200), gen_random_uuid()::text from generate_series(1, ${count}) n`.execute(
      trx,
    )
    // Makes the statistics visible to other sessions at commit instead of some time later.
    await sql`select pg_stat_force_next_flush()`.execute(trx)
    run?.()
  })
}

test('a table that has grown without statistics is analyzed once', async () => {
  await insertClients(600)
  expect(await analyzeNewTables(database)).toEqual(['clients'])
  expect(await analyzeNewTables(database)).toEqual([])
})

test('a table of a few rows is analyzed as well', async () => {
  await insertClients(5)
  expect(await analyzeNewTables(database)).toEqual(['clients'])
  expect(await analyzeNewTables(database)).toEqual([])
})

test('a table that has grown to several times its size is analyzed again', async () => {
  await insertClients(600)
  await analyzeNewTables(database)
  await insertClients(600)
  expect(await analyzeNewTables(database)).toEqual([])
  await insertClients(3000)
  expect(await analyzeNewTables(database)).toEqual(['clients'])
  expect(await analyzeNewTables(database)).toEqual([])
})

test('uncommitted rows are no reason to analyze, and a table considered empty because of them is checked again', async () => {
  const undone = insertClients(600, () => {
    throw new Error('not committed')
  })
  await expect(undone).rejects.toThrow('not committed')
  const doubted = new Map<string, string>()
  expect(await analyzeNewTables(database, doubted)).toEqual([])
  await sql`analyze clients`.execute(database.kysely)
  expect(await analyzeNewTables(database, doubted)).toEqual([])
  await insertClients(10)
  expect(await analyzeNewTables(database, doubted)).toEqual(['clients'])
  expect(await analyzeNewTables(database, doubted)).toEqual([])
})

test('an empty table is checked again after rows are written, even if they reuse the space of deleted ones', async () => {
  await insertClients(600)
  await sql`delete from clients`.execute(database.kysely)
  await sql`vacuum (analyze, truncate off) clients`.execute(database.kysely)
  const transactions = vi.spyOn(database.kysely, 'transaction')
  const doubted = new Map<string, string>()
  for (let look = 0; look < 3; look++) expect(await analyzeNewTables(database, doubted)).toEqual([])
  expect(transactions).toHaveBeenCalledTimes(1)
  const before = await sizeOfClients()
  await insertClients(10)
  expect(await sizeOfClients()).toEqual(before)
  expect(await analyzeNewTables(database, doubted)).toEqual(['clients'])
  expect(await analyzeNewTables(database, doubted)).toEqual([])
})

longTest('tables are not looked at again before something is inserted', async () => {
  const look = analyzeAfterInserts(database)
  await insertClients(600)
  expect(await look()).toEqual(['clients'])
  // What the look itself wrote counts as well.
  await expect.poll(look).toBeUndefined()
  await insertClients(3000)
  expect(await look()).toEqual(['clients'])
})

longTest('tables are looked at now and then although nothing is inserted', async () => {
  const look = analyzeAfterInserts(database)
  await look()
  await expect.poll(look, { interval: 1 }).toEqual([])
})

async function sizeOfClients() {
  const { rows } = await sql`select pg_relation_size('clients') as size`.execute(database.kysely)
  return rows
}
