import { randomBytes } from 'node:crypto'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '../base/config.ts'
import type { Database } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { openReusedDatabase } from '../testing/database.ts'
import { type CreateFirmDeps, createFirm, type NewFirm } from './create-firm.ts'
import { makePasswords } from './passwords.ts'

const good: NewFirm = {
  name: 'Alder & Birch',
  hostNames: ['Alder.Example:8420'],
  adminEmail: 'ada@alder.example',
  adminPassword: 'correct horse',
  incomingEmailAddresses: ['*@notices.alder.example'],
}
let database: Database
let deps: CreateFirmDeps
beforeAll(async () => {
  database = await openReusedDatabase()
  const passwords = makePasswords({ memory: 64, passes: 1 })
  deps = { database, secrets: makeSecretBox(randomBytes(32)), passwords }
})
afterAll(() => database.close())

test('firms are numbered from one, even when created simultaneously', async () => {
  const firms = await Promise.all([
    createFirm(deps, good),
    createFirm(deps, {
      ...good,
      name: 'Cedar',
      hostNames: ['cedar.example'],
      incomingEmailAddresses: ['*@cedar.example'],
    }),
    createFirm(deps, { ...good, name: 'Dogwood', hostNames: [], incomingEmailAddresses: [] }),
  ])
  expect(firms.map(({ firmId }) => firmId).toSorted()).toEqual([1, 2, 3])
})

test('who is notified of errors is entered at once, if given', async () => {
  const made = { ...good, name: 'Elm', hostNames: ['elm.example'], incomingEmailAddresses: [] }
  await createFirm(deps, { ...made, errorNotificationEmails: ['it@elm.example'] })
  expect(await firmNamed('Elm')).toMatchObject({ error_notification_emails: ['it@elm.example'] })
})

test('a firm has its settings, the predefined roles, an administrator and a policy', async () => {
  const firm = await firmNamed('Alder & Birch')
  expect(firm).toMatchObject({
    host_names: ['alder.example'],
    incoming_email_addresses: ['*@notices.alder.example'],
    default_delivery_method: 'PDF',
    storage_policy_hierarchy: ['case', 'matter', 'client', 'practice_group', 'location', 'firm'],
  })
  const [roles, users, policies, credentials] = await withFirm(database, Number(firm.id), async (trx) => [
    (await sql<DatabaseRecord>`select * from user_security_roles order by name`.execute(trx)).rows,
    (await sql<DatabaseRecord>`select * from users`.execute(trx)).rows,
    (await sql<DatabaseRecord>`select * from storage_policies`.execute(trx)).rows,
    (await sql<DatabaseRecord>`select * from credentials`.execute(trx)).rows,
  ])
  const { id: _, ...administrator } = roleFromRow(rowOf(userSecurityRole, roles[0] ?? {}))
  expect(administrator).toEqual(systemRoles[0])
  expect(roles.map((role) => role.name)).toEqual(['Administrator', 'Docketing', 'Manager', 'View Only'])
  expect(users).toMatchObject([{ email: good.adminEmail, is_active: true, security_role_id: roles[0]?.id }])
  expect(policies).toMatchObject([{ id: firm.storage_policy_id, dms_credential_id: credentials[0]?.id }])
  expect(credentials).toMatchObject([{ kind: 'generic_credential', health: 'unknown' }])
})

test.each<[string, Partial<NewFirm>, RegExp]>([
  ['an empty name', { name: ' ' }, /^Name: This field is required/],
  ['a name with a slash', { name: 'A/B' }, /^Name: Only letters/],
  ['a name of 61 characters', { name: 'x'.repeat(61) }, /^Name: .*less than 61/],
  ['a URL for a host', { hostNames: ['https://x.example'] }, /https:\/\/x\.example isn't a host name/],
  ['a wrong address', { adminEmail: 'ada' }, /^ada isn't an email address/],
  ['a short password', { adminPassword: '1234567' }, /minimum is 8 characters/],
  ['a wrong incoming address', { incomingEmailAddresses: ['x'] }, /valid email/],
  ...['ecf@notices.alder.example', '*@Alder.example', 'a@b.notices.alder.example'].map(
    (address): [string, Partial<NewFirm>, RegExp] => [
      `${address}, which overlaps an address of another firm,`,
      { incomingEmailAddresses: ['*@free.example', address] },
      /belongs to another firm/,
    ],
  ),
  ['a host name that is taken', { hostNames: ['alder.example'] }, /alder\.example belongs to another firm/],
])('%s is refused with a sentence, and nothing is created', async (_, change, sentence) => {
  const before = await countFirms()
  const attempt = createFirm(deps, { ...good, hostNames: ['new.example'], incomingEmailAddresses: [], ...change })
  await expect(attempt).rejects.toThrow(ConfigError)
  await expect(attempt).rejects.toThrow(sentence)
  expect(await countFirms()).toBe(before)
})

async function firmNamed(name: string): Promise<DatabaseRecord> {
  const { rows } = await withSystem(database, (trx) =>
    sql<DatabaseRecord>`select * from firms where name = ${name}`.execute(trx),
  )
  return rows[0] ?? {}
}

async function countFirms(): Promise<number> {
  const { rows } = await withSystem(database, (trx) =>
    sql<{ n: number }>`select count(*)::integer as n from firms`.execute(trx),
  )
  return rows[0]?.n ?? 0
}
