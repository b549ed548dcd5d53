import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole, testEmail, testPassword } from '../../testing/api.ts'
import { type IdentityServer, startIdentityServer } from '../../testing/identity-server.ts'
import {
  addProvider,
  collect,
  comeBack,
  redirectUris,
  signInThere,
  testProvider,
  visitProvider,
} from '../../testing/sign-on-browser.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let server: IdentityServer
/** Where another provider is asked, with accounts of its own. */
let elsewhere: IdentityServer

beforeAll(async () => {
  server = await startIdentityServer({ redirectUris })
  elsewhere = await startIdentityServer({ redirectUris })
  api = await openTestApi({
    environment: { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' },
    register: productRoutes,
  })
  // The firm's second administrator.
  const [url, security_role_id] = [`/api/v1/user/${api.userIds[1].Manager}`, api.firms[1].roleIds.Administrator]
  expect((await api.call({ as: 'Administrator', method: 'PUT', url, body: { security_role_id } })).status).toBe(200)
  // In hooks, expect.poll isn't available.
  await vi.waitFor(async () => expect(await roleOf('Manager')).toBe(security_role_id), { timeout: 60_000 })
})
afterAll(async () => {
  await api.close()
  await server.stop()
  await elsewhere.stop()
})
beforeEach(async () => {
  server.tamper(undefined)
  await setSignOn('local')
})

const roleOf = async (as: TestRole) => (await api.call({ as, url: '/api/v1/auth/me.json' })).json().security_role_id
/** A secret is kept for its issuer and client: with another of them it is entered again. */
const movedElsewhere = () => ({ issuer: elsewhere.issuer, client_secret: elsewhere.client.clientSecret })

const setSignOn = (type: string, as: TestRole = 'Administrator') =>
  api.call({ as, method: 'PUT', url: '/api/v1/firm/1', body: { signon_type: type } })
const change = (id: string, body: object) =>
  api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/identity_provider/${id}`, body })
const logIn = (role: TestRole) =>
  api.call({ method: 'POST', url: '/api/v1/auth/login', body: { username: testEmail(role), password: testPassword } })

/** Tests a provider with an administrator's own account there. */
async function passTest(id: string, as: 'Administrator' | 'Manager' = 'Administrator'): Promise<void> {
  server.signInAs(as, { email: testEmail(as), email_verified: true })
  const began = await api.call({ as, method: 'POST', url: `/api/v1/identity_provider/${id}/test` })
  const cookie = String(began.headers['set-cookie']).split(';')[0] ?? ''
  await comeBack(api, { callback: await signInThere(String(began.json().url)), cookie, firm: 1 })
}

async function findLinks(): Promise<readonly unknown[]> {
  return (await withSystem(api.services.database, (trx) => sql`select subject from sign_on_links`.execute(trx))).rows
}

test('the test sign-in of one administrator doesn’t let another turn single sign-on on', async () => {
  const id = await addProvider(api, server, { name: 'Tested by one' })
  await passTest(id)
  expect((await setSignOn('oidc', 'Manager')).text).toContain('First sign in yourself by an active identity provider')
  await passTest(id, 'Manager')
  expect((await setSignOn('oidc', 'Manager')).status).toBe(200)
  expect((await setSignOn('local', 'Manager')).status).toBe(200)
  expect((await setSignOn('oidc')).status).toBe(200)
})

test.each([
  ['issuer', movedElsewhere],
  ['client ID', () => ({ client_id: 'another', client_secret: 'another' })],
  ['client secret', () => ({ client_secret: 'another' })],
  ['trusted domains', () => ({ trusted_domains: ['one.example'] })],
  ['groups claim', () => ({ groups_claim: 'groups' })],
  ['use', () => ({ is_active: false })],
])('a test sign-in says nothing about settings that were changed since: the %s', async (what, changed) => {
  const id = await addProvider(api, server, { name: `Changed since: ${what}` })
  // Those of the tests above would count.
  await withSystem(api.services.database, (trx) => sql`delete from sign_on_tests`.execute(trx))
  await passTest(id)
  const saved = await change(id, changed())
  expect(saved.status, saved.text).toBe(200)
  expect((await setSignOn('oidc')).text).toContain('First sign in yourself by an active identity provider')
})

test('a test sign-in that was under way when the settings were changed says nothing about the new ones', async () => {
  const id = await addProvider(api, server, { name: 'Changed meanwhile' })
  await withSystem(api.services.database, (trx) => sql`delete from sign_on_tests`.execute(trx))
  // While Courtcrier waits for the ID token.
  server.tamper(async (claims) => {
    expect((await change(id, movedElsewhere())).status).toBe(200)
    return claims
  })
  await passTest(id)
  expect((await setSignOn('oidc')).text).toContain('First sign in yourself by an active identity provider')
  const record = await api.call({ as: 'Administrator', url: `/api/v1/identity_provider/${id}` })
  expect(record.json().sentence).toBeNull()
})

test.each([
  ['asked elsewhere', movedElsewhere],
  ['no longer in use', () => ({ is_active: false })],
])('a sign-in during which its provider is %s lets no one in, and links no account', async (what, changed) => {
  const id = await addProvider(api, server, { name: `Meanwhile ${what}` })
  server.signInAs(`account ${what}`, { email: testEmail('Docketing'), email_verified: true })
  const visit = await visitProvider(api, id)
  server.tamper(async (claims) => {
    expect((await change(id, changed())).status).toBe(200)
    return claims
  })
  expect((await collect(api, await comeBack(api, visit), visit)).status).toBe(401)
  expect(await findLinks()).not.toContainEqual({ subject: `account ${what}` })
})

test('groups don’t take the last administrator away who can sign in without the provider', async () => {
  const groups = { groups_claim: 'groups', group_roles: ['Staff = Docketing'] }
  const id = await addProvider(api, server, { name: 'Roles by group', ...groups })
  const signIn = async () => {
    const visit = await visitProvider(api, id)
    return (await collect(api, await comeBack(api, visit), visit)).json().user
  }
  const roleIds = api.firms[1].roleIds
  server.signInAs('of groups', { email: testEmail('Administrator'), email_verified: true, groups: ['Staff'] })
  const own = await withSystem(api.services.database, (trx) =>
    sql<Record<string, unknown>>`delete from user_secrets where firm_id = 1 and id = ${api.userIds[1].Manager}::uuid
      returning *`.execute(trx),
  )
  expect(await signIn()).toMatchObject({ security_role_id: roleIds.Administrator })
  const events = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/system_event/search', body: {} })
  expect(events.text).toContain(
    'give the role Docketing, but the role was left as it is. Ada Administrator is the last administrator who can sign in without the identity provider.',
  )
  await withSystem(api.services.database, (trx) =>
    sql`insert into user_secrets select * from jsonb_populate_record(null::user_secrets, ${JSON.stringify(own.rows[0])}::text::jsonb)`.execute(
      trx,
    ),
  )
  expect(await signIn()).toMatchObject({ security_role_id: roleIds.Docketing })
  const url = `/api/v1/user/${api.userIds[1].Administrator}`
  const body = { security_role_id: roleIds.Administrator }
  expect((await api.call({ as: 'Manager', method: 'PUT', url, body })).status).toBe(200)
  await expect.poll(() => roleOf('Administrator')).toBe(roleIds.Administrator)
})

test('every administrator who can sign in is notified when one of them takes the way back in', async () => {
  const id = await addProvider(api, server, { name: 'Down' })
  server.signInAs('a-1', { email: testEmail('Administrator'), email_verified: true })
  await testProvider(api, id)
  expect((await setSignOn('oidc')).status).toBe(200)
  const before = api.mails.length
  expect((await logIn('Docketing')).status).toBe(401)
  expect((await logIn('Manager')).status).toBe(200)
  const notified = () =>
    api.mails
      .slice(before)
      .filter(({ subject }) => subject.includes('signed in with a password'))
      .map(({ to }) => to)
      .sort()
  await expect.poll(notified).toEqual([testEmail('Administrator'), testEmail('Manager')].sort())
  expect((await logIn('Administrator')).status).toBe(200)
  await expect.poll(notified).toHaveLength(4)
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  expect((await logIn('Manager')).status, 'who is no administrator any more has no way back').toBe(401)
  await api.giveRole('Manager', api.firms[1].roleIds.Administrator)
})
