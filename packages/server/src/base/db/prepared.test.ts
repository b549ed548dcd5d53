import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { withFirmAtWork, withSystem } from './firm-transaction.ts'
import { statementNames } from './statement-names.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Enough runs to be prepared, use the plan, and use a generic plan (from PostgreSQL's sixth execution on). */
const often = [1, 2, 3, 4, 5, 6, 7, 8]

test('a statement returns the same the first time and from its plan, for every kind of value', async () => {
  const values = { text: "a'b\\ü", list: ['x', 'y;z'], none: null, when: '2026-11-21T09:41:00.000Z', map: { a: 'b' } }
  for (const n of often) {
    const [row] = await withFirmAtWork(database, 1, async (trx) => {
      const result = await sql<Record<string, unknown>>`
        select ${values.text}::text as text, ${values.list}::text[] as list, ${values.none}::text as none, ${n}::int as n,
          ${values.when}::timestamptz as at, ${JSON.stringify(values.map)}::text::jsonb as map, true as yes, '2026-01-02'::date as day`.execute(
        trx,
      )
      return result.rows
    })
    expect(row).toEqual({
      text: values.text,
      list: values.list,
      none: null,
      n,
      at: new Date(values.when),
      map: values.map,
      yes: true,
      day: '2026-01-02',
    })
  }
})

test('a failing statement aborts only its own transaction, and works again in the next', async () => {
  const divide = (by: number) =>
    withFirmAtWork(
      database,
      1,
      async (trx) => (await sql<{ n: number }>`select 10 / ${by}::int as n`.execute(trx)).rows[0]?.n,
    )
  for (const _ of often) {
    expect(await divide(5)).toBe(2)
    await expect(divide(0)).rejects.toThrow(/division by zero/)
  }
})

test('a plan made for one firm or role does not return the rows of another', async () => {
  await withSystem(database, (trx) =>
    sql`insert into clients (firm_id, id, name, number) values
    (1, gen_random_uuid(), 'One', '1'), (2, gen_random_uuid(), 'Two', '2')`.execute(trx),
  )
  const names = async (run: typeof withSystem) =>
    run(database, async (trx) =>
      (await sql<{ name: string }>`select name from clients order by name`.execute(trx)).rows.map(({ name }) => name),
    )
  for (const _ of often) {
    expect(await names((db, run) => withFirmAtWork(db, 1, run))).toEqual(['One'])
    expect(await names((db, run) => withFirmAtWork(db, 2, run))).toEqual(['Two'])
    expect(await names(withSystem)).toEqual(['One', 'Two'])
  }
})

test('affected rows are counted when run from a plan, too', async () => {
  for (const _ of often) {
    const result = await withFirmAtWork(database, 1, (trx) =>
      sql`update clients set name = name where number = ${'1'}`.execute(trx),
    )
    expect(Number(result.numAffectedRows)).toBe(1)
  }
})

test('a statement has a name from its second use on, and the number of names is limited', () => {
  const { nameOf } = statementNames()
  expect(nameOf('select 1')).toBeUndefined()
  expect(nameOf('select 1')).toBe('courtcrier_0')
  expect(nameOf('select 1')).toBe('courtcrier_0')
  for (let i = 0; i < 1000; i++) {
    nameOf(`select ${i} as x`)
    nameOf(`select ${i} as x`)
  }
  expect(nameOf('select 999 as x')).toBeUndefined()
  expect(nameOf('select 1')).toBe('courtcrier_0')
})
