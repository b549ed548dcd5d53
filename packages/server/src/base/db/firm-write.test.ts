import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnServer, openTestDatabase } from '../../testing/database.ts'
import { openRival } from '../../testing/rival.ts'
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
  const rival = await openRival(database)
  const touch = (id: string) => rival.run('update clients set number = number where id = $1', [id])
  await touch(other)
  let rivals: Promise<unknown> | undefined
  let runs = 0
  await withFirmWrite(database, 1, async (trx) => {
    runs += 1
    await rename(trx, one)
    rivals ??= touch(one).then(rival.end)
    if (runs === 1) await expect.poll(rival.isWaiting).toBe(true)
    await rename(trx, other)
  })
  await rivals
  // More than twice if the machine lets this one take the row again before the rival wakes up.
  expect(runs).toBeGreaterThan(1)
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
