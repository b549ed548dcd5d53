import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { withSystem } from './firm-transaction.ts'

test('records whose names already look the same all stay, under an index over names from then on', async () => {
  const database = await openTestDatabase()
  onTestFinished(database.close)
  await sql`drop index clients_number_nocase_key, agents_name_key`.execute(database.kysely)
  await sql`create unique index clients_number_nocase_key on clients (firm_id, lower(number))`.execute(database.kysely)
  await sql`create unique index agents_name_key on agents (firm_id, lower(name)) where revoked_at is null`.execute(
    database.kysely,
  )
  const insert = (number: string) =>
    withSystem(database, (trx) =>
      sql`insert into clients (firm_id, id, name, number, status)
        values (1, gen_random_uuid(), 'Acme', ${number}, 'Active')`.execute(trx),
    )
  const insertAgent = (name: string, revokedAt: string | null = null) =>
    withSystem(database, (trx) =>
      sql`insert into agents (firm_id, id, name, version, revoked_at)
        values (1, gen_random_uuid(), ${name}, '1.0.0', ${revokedAt}::timestamptz)`.execute(trx),
    )
  for (const number of ['C 1', 'C\u00a01', 'D-1']) await insert(number)
  for (const name of ['Office 2', 'Office\u00a02']) await insertAgent(name)
  await insertAgent('Old', '2026-01-01')
  const text = await readFile(new URL('migrations/000135-same-names.sql', import.meta.url), 'utf8')
  await database.kysely.transaction().execute((trx) => sql.raw(text.slice(text.indexOf('do $$'))).execute(trx))
  const { rows } = await withSystem(database, (trx) =>
    sql<{ number: string }>`select number from clients order by number`.execute(trx),
  )
  expect(rows.map(({ number }) => number).toSorted()).toEqual(['C 1', 'C\u00a01', 'D-1'])
  await expect(insert('D–1')).rejects.toThrow(/clients_number_nocase_key/)
  await expect(insert('c  1')).rejects.toThrow(/clients_number_nocase_key/)
  await expect(insertAgent('OFFICE 2')).rejects.toThrow(/agents_name_key/)
  await insertAgent('old')
})
