import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isLongRun } from '../../testing/long-run.ts'
import { type Database, openDatabase } from './database.ts'
import { withFirm, withSystem } from './firm-transaction.ts'
import { migrate } from './migrate.ts'

/** The embedded database is newer than PostgreSQL 15: a role's creator is a member, but may not switch to it. */
async function openAsOwner(): Promise<Database> {
  const database = await openDatabase({})
  onTestFinished(database.close)
  await database.pglite?.exec(`
    create role courtcrier login createrole;
    do $$ begin execute format('alter database %I owner to courtcrier', current_database()); end $$;
    set session authorization courtcrier`)
  return database
}

test('a user with CREATEROLE that owns the database can migrate and use it, and sees no rows without switching to one of the roles', async () => {
  const database = await openAsOwner()
  await migrate(database, {})
  const who = sql<{ user: string; isSuper: boolean }>`
    select current_user as "user", rolsuper as "isSuper" from pg_roles where rolname = session_user`
  expect(await withFirm(database, 1, async (trx) => (await who.execute(trx)).rows)).toEqual([
    { user: 'courtcrier_app', isSuper: false },
  ])
  expect(await withSystem(database, async (trx) => (await who.execute(trx)).rows)).toEqual([
    { user: 'courtcrier_system', isSuper: false },
  ])
  await withSystem(database, (trx) => sql`insert into firms (firm_id, id, name) values (1, 1, 'One')`.execute(trx))
  const count = sql<{ n: number }>`select count(*)::int as n from firms`
  expect((await count.execute(database.kysely)).rows).toEqual([{ n: 0 }])
  expect((await withSystem(database, (trx) => count.execute(trx))).rows).toEqual([{ n: 1 }])
})

// All migrations once more, by the embedded database: seconds.
if (isLongRun)
  test('existing roles, created by the same user for another database, are used', async () => {
    const database = await openAsOwner()
    await database.pglite?.exec('create role courtcrier_app nologin; create role courtcrier_system nologin')
    await migrate(database, {})
    const { rows } = await withFirm(database, 1, (trx) => sql`select name from firms`.execute(trx))
    expect(rows).toEqual([])
  })
