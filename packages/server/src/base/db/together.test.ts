import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openReusedDatabase } from '../../testing/database.ts'
import type { Database, Trx } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import { newId } from './ids.ts'
import { jsonRows } from './json-rows.ts'
import { runTogether, together } from './together.ts'

let database: Database
beforeAll(async () => {
  database = await openReusedDatabase()
})
afterAll(() => database.close())

let sent: string[][] = []
beforeEach(async () => {
  sent = []
  await withFirm(database, 1, (trx) => sql`delete from clients`.execute(trx))
})

/** Adds clients by their numbers, and records which were in one statement. */
const addClient = together(async (trx: Trx, numbers: readonly string[]) => {
  sent.push([...numbers])
  const rows = numbers.map((number) => ({ id: newId(), number }))
  const { rows: added } = await sql<{ number: string }>`
    insert into clients (firm_id, id, name, number)
    select 1, id, number, number from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb) as r (id uuid, number text)
    returning number`.execute(trx)
  return numbers.map((number) => added.some((row) => row.number === number))
})

const countClients = () =>
  withFirm(database, 1, async (trx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from clients`.execute(trx)
    return rows[0]?.n
  })

test('tasks side by side share a statement at each step, and get their own answers', async () => {
  const answers = await withFirm(database, 1, (trx) =>
    runTogether(
      trx,
      ['a', 'b', 'c'].map((name) => async () => {
        const first = await addClient(trx, `${name}1`)
        if (name === 'b') return [first]
        return [first, await addClient(trx, `${name}2`)]
      }),
    ),
  )
  expect(answers).toEqual([[true, true], [true], [true, true]])
  expect(sent).toEqual([
    ['a1', 'b1', 'c1'],
    ['a2', 'c2'],
  ])
  expect(await countClients()).toBe(5)
})

test('a caller outside of shared tasks sends its own statement', async () => {
  expect(await withFirm(database, 1, (trx) => addClient(trx, 'alone'))).toBe(true)
  expect(sent).toEqual([['alone']])
})

test('if one statement fails, everything is rolled back, and the caller gets the cause', async () => {
  const run = withFirm(database, 1, (trx) =>
    runTogether(trx, [
      async () => {
        await addClient(trx, 'good')
        await sql`select 1 / 0`.execute(trx)
      },
      async () => {
        await addClient(trx, 'also good')
        await addClient(trx, 'too late')
      },
    ]),
  )
  await expect(run).rejects.toThrow(/division by zero/)
  expect(await countClients()).toBe(0)
})

test('a statement that fails for several tasks rejects each of them with its error', async () => {
  const seen: string[] = []
  const run = withFirm(database, 1, (trx) =>
    runTogether(
      trx,
      [1, 2].map((n) => async () => {
        try {
          await addClient(trx, 'twice')
        } catch (error) {
          seen.push(`${n} ${String(error)}`)
          throw error
        }
      }),
    ),
  )
  await expect(run).rejects.toThrow(/clients_number_key/)
  expect(seen).toEqual([expect.stringContaining('1 '), expect.stringContaining('2 ')])
  expect(sent).toEqual([['twice', 'twice']])
})

test('a task that throws stops the others, and its own error is the one thrown', async () => {
  const run = withFirm(database, 1, (trx) =>
    runTogether(trx, [
      async () => {
        await addClient(trx, 'x')
        throw new Error('moved meanwhile')
      },
      async () => {
        await addClient(trx, 'y')
        await addClient(trx, 'z')
      },
    ]),
  )
  await expect(run).rejects.toThrow('moved meanwhile')
  expect(await countClients()).toBe(0)
})
