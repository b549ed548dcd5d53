import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { lowered } from '@courtcrier/contract/lowered.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { longTest } from '../../testing/in-long-run.ts'
import type { Database } from './database.ts'
import { withSystem } from './firm-transaction.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

longTest('the database and programs lower every letter alike, alone and within an address', async () => {
  const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).slice(1)
  const texts = letters.flatMap((letter) => [letter, `A${letter}b@ä.example`])
  const { rows } = await sql<{ text: string; lower: string }>`
    select text, lowered(text) as lower from unnest(${texts}::text[]) text`.execute(database.kysely)
  expect(rows.filter(({ text, lower }) => lower !== lowered(text))).toEqual([])
  expect(lowered('JÄGER@Ünion.example')).toBe('jäger@ünion.example')
})

test('no address is had twice in other letters, and users who already share one all stay', async () => {
  await sql`drop index users_email_key`.execute(database.kysely)
  await sql`create unique index users_email_key on users (firm_id, lower(email collate "C"))`.execute(database.kysely)
  const run = (statement: RawBuilder<unknown>) => withSystem(database, (trx) => statement.execute(trx))
  const roleId = randomUUID()
  await run(sql`insert into user_security_roles (firm_id, id, name) values (1, ${roleId}::uuid, 'Clerk')`)
  const insert = (email: string) =>
    run(sql`insert into users (firm_id, id, email, full_name, security_role_id)
      values (1, gen_random_uuid(), ${email}, 'Ada Jäger', ${roleId}::uuid)`)
  for (const email of ['JÄGER@one.example', 'jäger@one.example', 'ÖBERG@one.example']) await insert(email)
  const text = await readFile(new URL('migrations/000136-lowered-addresses.sql', import.meta.url), 'utf8')
  const indexes = text.slice(text.indexOf('do $$'), text.indexOf('create or replace'))
  await database.kysely.transaction().execute((trx) => sql.raw(indexes).execute(trx))
  await expect(insert('öberg@one.example')).rejects.toThrow(/users_email_key/)
  await expect(insert('Jäger@one.example')).rejects.toThrow(/users_email_key/)
})
