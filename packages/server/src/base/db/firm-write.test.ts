import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnServer, openTestDatabase } from '../../testing/database.ts'
import type { Database, Trx } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import { withFirmWrite } from './firm-write.ts'
import { newId } from './ids.ts'

if (!isOnServer) process.stdout.write('Skipped: the embedded database runs one transaction at a time.\n')

let database: Database
const one = newId()
const other = newId()
beforeAll(async () => {
  database = await openTestDatabase()
  await withFirm(database, 1, (trx) =>
    sql`insert into clients (firm_id, id, name, number)
      values (1, ${one}, 'Acme', 'C-1'), (1, ${other}, 'Globex', 'C-2')`.execute(trx),
  )
})
afterAll(() => database.close())

function rename(trx: Trx, id: string) {
  return sql`update clients set name = 'Saved' where firm_id = 1 and id = ${id}::uuid`.execute(trx)
}

test.skipIf(!isOnServer)('what waits for a transaction that waits for it is saved once that one is over', async () => {
  const rival = await openRival()
  await rival.query('update clients set number = number where id = $1', [other])
  let rivals: Promise<unknown> | undefined
  let runs = 0
  await withFirmWrite(database, 1, async (trx) => {
    runs += 1
    await rename(trx, one)
    rivals ??= rival.query('update clients set number = number where id = $1', [one]).then(() => rival.query('commit'))
    if (runs === 1) await expect.poll(() => isWaiting(rival)).toBe(true)
    await rename(trx, other)
  })
  await rivals
  await rival.end()
  expect(runs).toBe(2)
  const { rows } = await withFirm(database, 1, (trx) => sql`select from clients where name = 'Saved'`.execute(trx))
  expect(rows).toHaveLength(2)
})

test('what fails for another reason is not run again', async () => {
  let runs = 0
  const refused = withFirmWrite(database, 1, async () => {
    runs += 1
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(runs).toBe(1)
})

/** A transaction of someone else's that doesn't look for deadlocks itself, so that the database ends ours. */
async function openRival(): Promise<pg.Client> {
  const rival = database.server?.makeClient()
  if (!rival) throw new Error('there is no server')
  await rival.connect()
  await rival.query("set deadlock_timeout = '10min'")
  await rival.query('begin')
  return rival
}

async function isWaiting(rival: pg.Client): Promise<boolean> {
  const { processID } = rival as pg.Client & { processID: number }
  const { rows } = await sql`
    select from pg_stat_activity where pid = ${processID} and wait_event_type = 'Lock'`.execute(database.kysely)
  return rows.length > 0
}
