import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { type Database, openDatabase } from '../base/db/database.ts'
import { checksOf } from './check-database.ts'
import { describeVersion } from './check-server.ts'

const config = readConfig({ COURTCRIER_DATA: '/nowhere', COURTCRIER_SMTP_PORT: '2525' })

/** Always the embedded one, and one of its own: what breaks these checks on a server would break it for other tests. */
async function openEmpty(): Promise<Database> {
  image ??= makeImage()
  const database = await openDatabase({ image: await image })
  onTestFinished(database.close)
  return database
}

/** Creating a database takes four times as long as opening a copy. */
let image: Promise<Blob> | undefined

async function makeImage(): Promise<Blob> {
  const database = await openDatabase({})
  const dump = await database.pglite?.dumpDataDir('none')
  await database.close()
  if (!dump) throw new Error('the embedded database gave no image')
  return dump
}

/** Returns the checks that aren't ok. */
async function broken(database: Database) {
  return (await checksOf(database, config)).filter(({ state }) => state !== 'ok')
}

const isEmpty = { name: 'Database', state: 'warning', sentence: expect.stringContaining('courtcrier firm create') }

test('an empty database says only that a firm is to be created', async () => {
  expect(await broken(await openEmpty())).toEqual([isEmpty])
})

test.each([
  [
    'login',
    "doesn't own the database and may not create roles",
    /alter database \S+ owner to clerk; alter role clerk createrole;$/,
  ],
  ['login createrole', "doesn't own the database", /alter database \S+ owner to clerk;$/],
])('a user that may not migrate (%s) fails, with what to run', async (rights, why, statements) => {
  const database = await openEmpty()
  await database.pglite?.exec(`create role clerk ${rights}; set session authorization clerk`)
  const failed = { name: 'Database user', state: 'failed', sentence: expect.stringMatching(statements) }
  expect(await broken(database)).toEqual([isEmpty, failed])
  expect((await broken(database))[1]?.sentence).toContain(`It ${why}, so Courtcrier can't start.`)
})

test('a user that owns the database and can’t act as the roles of another one fails, with what to run', async () => {
  const database = await openEmpty()
  await database.pglite?.exec(`create role courtcrier_app; create role courtcrier_system; create role clerk login;
    grant courtcrier_system to clerk;
    do $$ begin execute format('alter database %I owner to clerk', current_database()); end $$;
    set session authorization clerk`)
  const sentence = expect.stringContaining("It can't act as courtcrier_app, so")
  expect(await broken(database)).toEqual([isEmpty, { name: 'Database user', state: 'failed', sentence }])
  expect((await broken(database))[1]?.sentence).toContain('run: grant courtcrier_app to clerk;')
})

test.each([
  ['14.12 (Debian 14.12-1)', 'failed'],
  ['15.0', 'ok'],
  ['19beta1', 'ok'],
])('PostgreSQL %s is %s', (version, state) => {
  expect(describeVersion(version)).toMatchObject({ state, sentence: expect.stringContaining(version) })
})

test.each([
  [['fsync', 'full_page_writes'], 'failed', 'has fsync and full_page_writes off, so a power cut loses mail'],
  [['synchronous_commit'], 'warning', 'has synchronous_commit off.'],
])('a server with %s off is said to be', async (settings, state, words) => {
  const database = await openEmpty()
  await database.pglite?.exec(`create schema broken; create table broken.pg_settings (name text, setting text);
    set search_path = broken, public, pg_catalog`)
  for (const name of settings) await sql`insert into pg_settings values (${name}, 'off')`.execute(database.kysely)
  expect(await broken({ ...database, kind: 'postgres' })).toEqual([
    isEmpty,
    { name: 'Durability', state, sentence: expect.stringContaining(words) },
  ])
})
