import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, testEmail } from '../../testing/api.ts'
import { callWith, makeTestKey } from '../../testing/api-keys.ts'
import { enrolPasskey, enrolTotp, enterPassword, logIn } from '../../testing/factors.ts'
import { makePasskeyDevice } from '../../testing/passkey-device.ts'
import { consoleUser, openScim, type ScimClient } from '../../testing/scim.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let scim: ScimClient

beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
  scim = await openScim(api)
})
afterAll(() => api.close())

const roleIds = () => api.firms[1].roleIds
const put = (id: unknown, body: object) =>
  api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/user/${id}`, body })

test('a deleted user has nothing left to sign in with, and begins as a new one when created again', async () => {
  const id = api.userIds[1].Docketing
  const key = await makeTestKey(api, { scopes: { client: 'READ' } }, 'Docketing')
  const search = () => callWith(api, key.secret, { url: '/api/v1/client/search' })
  await giveEveryWayIn(id)
  await expect.poll(async () => Object.values(await waysIn(id)).includes(0)).toBe(false)
  expect((await search()).status).toBe(200)
  expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(204)
  const none = { password: 0, links: 0, accounts: 0, passkeys: 0, apps: 0, codes: 0, questions: 0 }
  expect(await waysIn(id)).toEqual(none)
  const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?sort=-created_at&max=10' })
  expect(log.text).toContain('A Docketing was deleted by provisioning with the token \\"Directory token\\"')

  expect(await scim.addUser(testEmail('Docketing'))).toMatchObject({ id, active: true })
  expect(await consoleUser(api, id)).toMatchObject({
    ...{ is_active: true, provisioned_by: 'Directory', security_role_id: roleIds()['View Only'] },
  })
  expect(await waysIn(id)).toEqual(none)
  await expect.poll(async () => (await search()).status).toBe(401)
  expect((await logIn(api, 'Docketing')).status).toBe(401)
})

test('one who was deleted when that left password and keys loses them on coming back', async () => {
  const id = api.userIds[1].Manager
  const key = await makeTestKey(api, { scopes: { client: 'READ' } }, 'Manager')
  await put(id, { is_active: false })
  await withFirm(api.services.database, 1, (trx) =>
    sql`insert into provisioned_users (firm_id, id, provider_id, is_suspended, deleted_at)
      values (1, ${id}::uuid, ${scim.providerId}::uuid, true, now())`.execute(trx),
  )
  expect(await scim.addUser(testEmail('Manager'))).toMatchObject({ id, active: true })
  expect(await consoleUser(api, id)).toMatchObject({ security_role_id: roleIds()['View Only'] })
  expect((await waysIn(id)).password).toBe(0)
  await expect.poll(async () => (await callWith(api, key.secret, { url: '/api/v1/client/search' })).status).toBe(401)
})

test.each([
  ['no mapping', []],
  ['a mapping of groups that they are in no longer', ['Partners = Manager']],
])('without a default role, with %s, a deleted user does not come back', async (name, group_roles) => {
  const other = await openScim(api, { name: `Directory with ${name}`.slice(0, 60), group_roles })
  const userName = `back-${group_roles.length}@one.example`
  const { id } = await other.addUser(userName)
  await put(id, { security_role_id: roleIds().Manager })
  await other.send('DELETE', `/Users/${id}`)
  const url = `/api/v1/identity_provider/${other.providerId}`
  const changed = await api.call({ as: 'Administrator', method: 'PUT', url, body: { default_role_id: null } })
  expect(changed.status, changed.text).toBe(200)
  const refused = await other.send('POST', '/Users', { userName })
  expect([refused.status, refused.json().detail]).toEqual([409, expect.stringContaining('"Role of new users"')])
  expect(await consoleUser(api, id)).toMatchObject({ is_active: false })
})

test('one whom a person here has let in again meanwhile is adopted with the role they gave', async () => {
  const { id } = await scim.addUser('by-hand@one.example')
  await scim.send('DELETE', `/Users/${id}`)
  await put(id, { is_active: true, security_role_id: roleIds().Docketing })
  expect(await scim.addUser('by-hand@one.example')).toMatchObject({ id, active: true })
  expect(await consoleUser(api, id)).toMatchObject({
    ...{ provisioned_by: 'Directory', security_role_id: roleIds().Docketing },
  })
})

/** Adds whatever lets the user Docketing in, besides the password they have. */
async function giveEveryWayIn(id: string): Promise<void> {
  await enrolTotp(api, 'Docketing')
  const passkey = await enrolPasskey(api, 'Docketing', { device: makePasskeyDevice({ origin: 'https://one.example' }) })
  expect(passkey.status, passkey.text).toBeLessThan(300)
  await api.call({ method: 'POST', url: '/api/v1/auth/forgot', body: { email: testEmail('Docketing') } })
  await enterPassword(api, 'Docketing')
  await withFirm(api.services.database, 1, (trx) =>
    sql`insert into sign_on_links (firm_id, id, provider_id, user_id, subject, linked_at, last_at)
      values (1, gen_random_uuid(), ${scim.providerId}::uuid, ${id}::uuid, 'docketing', now(), now())`.execute(trx),
  )
}

/** Returns how many of each way to sign in a user has. */
async function waysIn(id: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<Record<string, number>>`select
      (select count(*)::integer from user_secrets where id = ${id}::uuid) as password,
      (select count(*)::integer from password_resets where user_id = ${id}::uuid) as links,
      (select count(*)::integer from sign_on_links where user_id = ${id}::uuid) as accounts,
      (select count(*)::integer from passkeys where user_id = ${id}::uuid) as passkeys,
      (select count(*)::integer from totp_factors where id = ${id}::uuid) as apps,
      (select count(*)::integer from recovery_codes where user_id = ${id}::uuid) as codes,
      (select count(*)::integer from factor_challenges where user_id = ${id}::uuid) as questions`.execute(trx),
  )
  return rows[0] ?? {}
}
