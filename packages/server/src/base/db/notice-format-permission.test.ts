import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.ts'
import { withSystem } from './firm-transaction.ts'
import { migrate } from './migrate.ts'

test('existing firms get the notice format permission in their predefined roles only', async () => {
  const database = await openDatabase({})
  onTestFinished(database.close)
  await database.pglite?.exec(`
    create role courtcrier login createrole;
    do $$ begin execute format('alter database %I owner to courtcrier', current_database()); end $$;
    set session authorization courtcrier`)
  await migrate(database, {})
  await sql`drop table notice_formats cascade`.execute(database.kysely)
  await sql`delete from courtcrier_meta.migrations where name = '000002-notice-formats.sql'`.execute(database.kysely)
  await withSystem(database, async (trx) => {
    for (const [name, isPredefined] of [
      ['Administrator', true],
      ['Manager', true],
      ['Docketing', true],
      ['Own', false],
    ] as const) {
      await sql`insert into user_security_roles (firm_id, id, name, is_system_defined, grants)
        values (1, gen_random_uuid(), ${name}, ${isPredefined}, '{"case_access": "FULL"}')`.execute(trx)
    }
  })

  expect(await migrate(database, {})).toEqual(['000002-notice-formats.sql'])

  const { rows } = await withSystem(database, (trx) =>
    sql`select name, grants->>'case_access' as cases, grants->>'notice_format_access' as formats
      from user_security_roles order by name`.execute(trx),
  )
  expect(rows).toEqual([
    { name: 'Administrator', cases: 'FULL', formats: 'FULL' },
    { name: 'Docketing', cases: 'FULL', formats: 'DENY' },
    { name: 'Manager', cases: 'FULL', formats: 'READ' },
    { name: 'Own', cases: 'FULL', formats: null },
  ])
  const { rows: who } = await sql<{ user: string }>`select current_user as "user"`.execute(database.kysely)
  expect(who).toEqual([{ user: 'courtcrier' }])
})
