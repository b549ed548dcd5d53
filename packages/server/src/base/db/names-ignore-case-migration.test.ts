import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { withSystem } from './firm-transaction.ts'

test('records that already differ only in case all stay; new ones are refused', async () => {
  const database = await openTestDatabase()
  onTestFinished(database.close)
  const { rows: indexes } = await sql<{ name: string }>`
    select relname as name from pg_class where relname like '%_nocase_key'`.execute(database.kysely)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(database.kysely)
  const insert = (number: string) =>
    withSystem(database, (trx) =>
      sql`insert into clients (firm_id, id, name, number, status)
        values (1, gen_random_uuid(), 'Acme', ${number}, 'Active')`.execute(trx),
    )
  for (const number of ['C-1', 'c-1', 'D-1']) await insert(number)
  const text = await readFile(new URL('migrations/000060-names-ignore-case.sql', import.meta.url), 'utf8')
  await database.kysely.transaction().execute((trx) => sql.raw(text.slice(text.indexOf('do $$'))).execute(trx))
  const numbers = () =>
    withSystem(database, (trx) => sql<{ number: string }>`select number from clients`.execute(trx)).then(({ rows }) =>
      rows.map(({ number }) => number).toSorted(),
    )
  expect(await numbers()).toEqual(['C-1', 'D-1', 'c-1'])
  await expect(insert('d-1')).rejects.toThrow(/clients_number_nocase_key/)
  await expect(insert('C-1')).rejects.toThrow(/clients_number/)
  const change = (from: string, to: string) =>
    withSystem(database, (trx) => sql`update clients set number = ${to} where number = ${from}`.execute(trx))
  await change('c-1', 'E-1')
  expect(await numbers()).toEqual(['C-1', 'D-1', 'E-1'])
})
