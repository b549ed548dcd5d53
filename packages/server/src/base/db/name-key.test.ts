import { nameKey } from '@courtcrier/contract/name-key.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { longTest } from '../../testing/in-long-run.ts'
import type { Database } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Planes with letters and signs, and the one with tags; no surrogates, and none of the others' ideographs. */
const blocks = [0x0000, 0x1000, 0x2000, 0x3000, 0xa000, 0xd000, 0xf000, 0x10000, 0x1b000, 0x1d000, 0x1f000, 0xe0000]

longTest('the database and programs have the same key for every letter and sign, alone and within a name', async () => {
  const signs = blocks
    .flatMap((start) => Array.from({ length: 0x1000 }, (_, at) => start + at))
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
  const names = signs.flatMap((sign) => [sign, `A ${sign}b`])
  const { rows } = await sql<{ name: string; key: string; decomposed: string }>`
    select name, name_key(name) as key, normalize(name, nfkd) as decomposed from unnest(${names}::text[]) name`.execute(
    database.kysely,
  )
  // Few letters are newer than the database's Unicode, which doesn't know yet what they are made of.
  const known = rows.filter(({ name, decomposed }) => decomposed === name.normalize('NFKD'))
  const wrong = known.filter(({ name, key }) => key !== nameKey(name))
  expect(wrong.map(({ name, key }) => [name, key, nameKey(name)])).toEqual([])
  expect(rows.length - known.length).toBeLessThan(100)
})

test('every unique index over names is over their keys', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(oid) as definition from pg_class where relname ~ '_nocase_key$'`.execute(database.kysely)
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(({ definition }) => !definition.includes('name_key('))).toEqual([])
})
