import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageOfDatabase } from '../../testing/database.ts'
import { type PreparingPGlite, withPreparedStatements } from './prepared-pglite.ts'

let plain: PGlite
let prepared: PreparingPGlite
beforeAll(async () => {
  plain = await PGlite.create({ loadDataDir: new Blob([await readFile(imageOfDatabase())]) })
  await plain.exec("create table things (id int primary key, name text); insert into things values (1, 'one')")
  prepared = withPreparedStatements(plain)
})
afterAll(() => plain.close())

/** A statement is prepared the second time it runs, and reused the third time. */
async function thrice(text: string, parameters: unknown[] = []) {
  const answers = []
  for (let time = 0; time < 3; time++)
    answers.push(await prepared.transaction((trx) => trx.queryPrepared<Record<string, unknown>>(text, parameters)))
  return answers
}

test.each([
  ['null::text as a, null::int as b', []],
  ["1::int as a, 2.5::float8 as b, 12345678901::int8 as c, 1.10::numeric as d, true as e, ''::text as f", []],
  ["'h\u00e4t \u20ac \u{1f5c2}' as a, $1::text as b", ['\u00df \u{1f469}\u200d\u2696\ufe0f']],
  ["'2026-11-20'::date as a, '2026-11-20 10:00:00.123Z'::timestamptz as b, '10:00'::time as c", []],
  ["array['a','b,\"c']::text[] as a, array[1,2]::int[] as b, '{}'::text[] as c", []],
  ["'{\"a\":[1,null]}'::jsonb as a, decode('00ff41', 'hex') as b", []],
  ["repeat('x', 300000) as a, n from generate_series(1, 20) n", []],
  ['n from generate_series(1, 0) n', []],
])('select %s returns the same as when unprepared', async (list, parameters) => {
  const text = `select ${list}`
  const { rows, fields, affectedRows } = await plain.query(text, parameters)
  for (const answer of await thrice(text, parameters)) {
    expect(answer.rows).toEqual(rows)
    expect(answer.fields.map(({ name }) => name)).toEqual(fields.map(({ name }) => name))
    expect(answer.affectedRows).toBe(affectedRows)
  }
})

test.each([
  ['insert into things select $1::int + 100 + count(*)::int from things', [1], 1],
  ["update things set name = name || '!' where id = $1", [1], 1],
  ["update things set name = '' where id = $1", [-1], 0],
  ['delete from things where id = $1', [-1], 0],
])('%s returns how many rows it affected', async (text, parameters, affected) => {
  for (const { affectedRows } of await thrice(text, parameters)) expect(affectedRows).toBe(affected)
})

test('an error has the same code and constraint as when unprepared, and the next transaction works', async () => {
  const text = 'insert into things (id, name) values ($1, $2)'
  const before = await plain.query(text, [1, 'again']).catch((error: unknown) => error)
  for (let time = 0; time < 3; time++) {
    const refused = prepared.transaction((trx) => trx.queryPrepared(text, [1, 'again']))
    await expect(refused).rejects.toMatchObject({
      code: '23505',
      constraint: 'things_pkey',
      message: (before as Error).message,
    })
  }
  expect((await thrice('select count(*)::int as n from things where id = $1', [1]))[2]?.rows).toEqual([{ n: 1 }])
})
