import { readFile } from 'node:fs/promises'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sealedForTotp } from '../auth/factors/totp.ts'
import { readConfig } from '../base/config.ts'
import { type Database, openDatabase } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { placeOf } from '../mail/mailboxes/grants/accounts.ts'
import { imageOfDatabase } from '../testing/database.ts'
import { checksOf } from './check-database.ts'

let database: Database
// Always the embedded one: what breaks these checks on a server would break it for other tests.
beforeAll(async () => {
  database = await openDatabase({ image: new Blob([await readFile(imageOfDatabase())]) })
  await sql`insert into firms (firm_id, id, name, error_notification_emails)
    values (1, 1, 'Firm', '{it@one.example}')`.execute(database.kysely)
})
afterAll(() => database.close())

const key = 'ab'.repeat(32)
const config = (environment: Record<string, string> = {}) =>
  readConfig({
    ...{ COURTCRIER_DATA: '/nowhere', COURTCRIER_SECRET_KEY: key, COURTCRIER_SMTP_PORT: '2525' },
    ...environment,
  })

/** Returns the checks that aren't ok. */
async function broken(environment: Record<string, string> = {}) {
  return (await checksOf(database, config(environment))).filter(({ state }) => state !== 'ok')
}

async function run(statement: ReturnType<typeof sql>): Promise<void> {
  await statement.execute(database.kysely)
}

test('a database in order passes', async () => {
  expect(await broken()).toEqual([])
})

test('a firm in which no one is notified of errors is a warning, with where to enter an address', async () => {
  await run(sql`update firms set error_notification_emails = '{}'`)
  onTestFinished(() => run(sql`update firms set error_notification_emails = '{it@one.example}'`))
  expect(await broken()).toEqual([
    {
      name: 'Error reports of firm 1',
      state: 'warning',
      sentence: expect.stringContaining('enters "Error notification emails" under Firm information'),
    },
  ])
})

test('without a listener, firms’ own mailboxes in use receive notices, and without any, nothing does', async () => {
  const find = async () =>
    (await checksOf(database, config({ COURTCRIER_SMTP_PORT: '' }))).filter(({ name }) => name === 'Incoming mail')
  expect(await find()).toEqual([
    { name: 'Incoming mail', state: 'failed', sentence: expect.stringContaining('No notices can be received') },
  ])
  await run(sql`insert into mailboxes (firm_id, id, name, address, service, folder)
    values (1, ${newId()}::uuid, 'Notices', 'notices@one.example', 'PASSWORD', 'INBOX')`)
  onTestFinished(() => run(sql`delete from mailboxes`))
  expect(await find()).toEqual([
    { name: 'Incoming mail', state: 'ok', sentence: 'Notices are received from a mailbox of a firm.' },
  ])
})

test('a mailbox whose mail server’s word no administrator has confirmed is a warning, with what to do', async () => {
  await run(sql`insert into mailboxes (firm_id, id, name, address, service, folder, is_believed) values
    (1, ${newId()}::uuid, 'Confirmed', 'a@one.example', 'GRAPH', 'INBOX', true),
    (1, ${newId()}::uuid, 'Of an unknown server', 'b@one.example', 'PASSWORD', 'INBOX', false),
    (1, ${newId()}::uuid, 'Unconfirmed', 'c@one.example', 'GRAPH', 'INBOX', false)`)
  onTestFinished(() => run(sql`delete from mailboxes`))
  expect(await broken()).toEqual([
    {
      name: 'Mailbox "Unconfirmed" of firm 1',
      state: 'warning',
      sentence: expect.stringContaining('an administrator turns on "Believed about senders" under Mailboxes'),
    },
  ])
})

test('a database of a newer program fails', async () => {
  await run(sql`insert into courtcrier_meta.migrations (name) values ('999999-newer.sql')`)
  onTestFinished(() => run(sql`delete from courtcrier_meta.migrations where name = '999999-newer.sql'`))
  expect(await broken()).toEqual([
    {
      name: 'Database',
      state: 'failed',
      sentence: expect.stringContaining('newer version of Courtcrier (it has the migration 999999-newer.sql)'),
    },
  ])
})

test('an older schema says so once, and what it lacks is no failure', async () => {
  await run(sql`alter table identity_providers rename to providers_later`)
  onTestFinished(() => run(sql`alter table providers_later rename to identity_providers`))
  const last = sql`(select max(name) from courtcrier_meta.migrations)`
  const { rows } = await sql<{ name: string }>`
    delete from courtcrier_meta.migrations where name = ${last} returning name`.execute(database.kysely)
  onTestFinished(() => run(sql`insert into courtcrier_meta.migrations (name) values (${rows[0]?.name})`))
  const sentence = 'One migration is to be applied; "courtcrier migrate" or the next start does so.'
  expect(await broken()).toEqual([{ name: 'Database', state: 'warning', sentence }])
})

test('a check that fails unexpectedly is named, and the others go on', async () => {
  await run(sql`alter table identity_providers rename to providers_lost`)
  onTestFinished(() => run(sql`alter table providers_lost rename to identity_providers`))
  const all = await checksOf(database, config())
  expect(all.filter(({ state }) => state !== 'ok')).toEqual([
    {
      name: 'Identity providers',
      state: 'failed',
      sentence: 'It couldn\'t be checked: relation "identity_providers" does not exist',
    },
  ])
  expect(all.length).toBeGreaterThan(8)
})

test('a role that row-level security does not apply to fails', async () => {
  await run(sql`alter role courtcrier_app bypassrls`)
  onTestFinished(() => run(sql`alter role courtcrier_app nobypassrls`))
  expect(await broken()).toEqual([
    {
      name: 'Firms kept apart',
      state: 'failed',
      sentence: expect.stringContaining('alter role courtcrier_app nosuperuser nobypassrls;'),
    },
  ])
})

test('a mailbox in the settings for a firm that there is not fails', async () => {
  const named = { COURTCRIER_IMAP: 'imaps://clerk:x@mail.example/INBOX?firm=7' }
  expect(await broken(named)).toEqual([
    { name: 'Firms in settings', state: 'failed', sentence: expect.stringContaining('clerk@mail.example to firm 7') },
  ])
  expect(await broken({ COURTCRIER_IMAP: 'imaps://clerk:x@mail.example/INBOX?firm=1' })).toEqual([])
})

test('secrets of another key fail, with what they belong to', async () => {
  const row = { name: 'S3', region: 'us-east-1' }
  const sealed = makeSecretBox(Buffer.from(key, 'hex')).seal('secret', destinationOf(genericCredential, row))
  await run(sql`insert into generic_credentials (firm_id, id, name, region, api_secret)
    values (1, ${newId()}::uuid, 'S3', 'us-east-1', ${Buffer.from(sealed)})`)
  expect(await broken()).toEqual([])
  const failed = {
    name: 'Stored secrets',
    state: 'failed',
    sentence: expect.stringContaining('opens 0 of 1 stored secrets, not 1 of'),
  }
  expect(await broken({ COURTCRIER_SECRET_KEY: 'cd'.repeat(32) })).toEqual([failed])
  expect(await broken({ COURTCRIER_SECRET_KEY: '' })).toEqual([failed])
})

test('authenticator apps and mail sign-ins of another key fail, too: no code is right, and no mailbox is read', async () => {
  const [userId, mailboxId, roleId] = [newId(), newId(), newId()]
  const box = makeSecretBox(Buffer.from(key, 'hex'))
  const plain = { service: 'GOOGLE_USER', address: 'a@one.example', clientId: 'id' } as const
  const totp = Buffer.from(box.seal('SECRET', sealedForTotp({ firmId: 1, userId })))
  const place = placeOf('mailbox', { ...plain, tenantId: null, server: null, tokenUrl: null, scope: null })
  const grant = Buffer.from(box.seal('token', place))
  await run(sql`delete from generic_credentials`)
  await run(sql`insert into user_security_roles (firm_id, id, name) values (1, ${roleId}::uuid, 'Clerk')`)
  await run(sql`insert into users (firm_id, id, email, full_name, security_role_id)
    values (1, ${userId}::uuid, 'ada@one.example', 'Ada', ${roleId}::uuid)`)
  await run(
    sql`insert into totp_factors (firm_id, id, secret, confirmed_at) values (1, ${userId}::uuid, ${totp}, now())`,
  )
  await run(sql`insert into mailboxes (firm_id, id, name, address, service, client_id, folder, is_active)
    values (1, ${mailboxId}::uuid, 'M', ${plain.address}, ${plain.service}, ${plain.clientId}, 'INBOX', false)`)
  await run(sql`insert into mail_grants (firm_id, id, mailbox_id, refresh_token)
    values (1, ${mailboxId}::uuid, ${mailboxId}::uuid, ${grant})`)
  expect(await broken()).toEqual([])
  expect(await broken({ COURTCRIER_SECRET_KEY: 'cd'.repeat(32) })).toEqual([
    {
      name: 'Stored secrets',
      state: 'failed',
      sentence: expect.stringContaining('not 1 of Sign-ins of mail accounts, 1 of Authenticator apps.'),
    },
  ])
})
