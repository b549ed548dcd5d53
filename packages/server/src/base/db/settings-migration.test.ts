import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { withSystem } from './firm-transaction.ts'

test('policies without a credential get the folder of this server, and an unchanged hierarchy is reversed', async () => {
  const database = await openTestDatabase()
  onTestFinished(database.close)
  await sql`alter table storage_policies alter column dms_credential_id drop not null`.execute(database.kysely)
  await withSystem(database, async (trx) => {
    for (const [firm, levels] of [
      [1, '{firm,location,practice_group,client,matter,case}'],
      [2, '{client,firm}'],
      [3, '{}'],
    ] as const)
      await sql`insert into firms (firm_id, id, name, storage_policy_hierarchy)
        values (${firm}::integer, ${firm}::integer, 'Firm', ${levels}::text[])`.execute(trx)
    for (const [firm, name] of [
      [1, 'A'],
      [1, 'B'],
      [2, 'A'],
    ] as const)
      await sql`insert into storage_policies (firm_id, id, name, document_path, document_name)
        values (${firm}::integer, gen_random_uuid(), ${name}, 'x', 'y')`.execute(trx)
  })
  const text = await readFile(new URL('migrations/000009-settings.sql', import.meta.url), 'utf8')
  await database.kysely.transaction().execute(async (trx) => {
    const [change = '', seal = ''] = text.slice(text.indexOf('do $$')).split(/;\n/)
    await sql.raw(change).execute(trx)
    await sql.raw(seal).execute(trx)
  })
  const { rows } = await withSystem(database, (trx) =>
    sql`select p.firm_id, p.name, c.kind, g.driver, g.folder_id from storage_policies p
      join credentials c on c.firm_id = p.firm_id and c.id = p.dms_credential_id
      join generic_credentials g on g.firm_id = c.firm_id and g.id = c.id order by p.firm_id, p.name`.execute(trx),
  )
  const folder = { kind: 'generic_credential', driver: 'FILE_SYSTEM', folder_id: '/' }
  expect(rows).toEqual([
    { firm_id: 1, name: 'A', ...folder },
    { firm_id: 1, name: 'B', ...folder },
    { firm_id: 2, name: 'A', ...folder },
  ])
  const credentials = await withSystem(database, (trx) => sql`select 1 from credentials`.execute(trx))
  expect(credentials.rows.length).toBe(2)
  const firms = await withSystem(database, (trx) =>
    sql<{ levels: string[] }>`select storage_policy_hierarchy as levels from firms order by id`.execute(trx),
  )
  expect(firms.rows.map(({ levels }) => levels)).toEqual([
    ['case', 'matter', 'client', 'practice_group', 'location', 'firm'],
    ['client', 'firm'],
    [],
  ])
})
