import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { SystemMail } from '../../outbox/mail/system-mail.ts'
import { openTestApi, type TestApi, testEmail, testPassword } from '../../testing/api.ts'
import { type IdentityServer, startIdentityServer } from '../../testing/identity-server.ts'
import { addProvider, redirectUris, signInBy, testProvider } from '../../testing/sign-on-browser.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let server: IdentityServer
let provider: string
const mails: SystemMail[] = []
/** Why the mail server takes no email; undefined if it does. */
let refusal: string | undefined

beforeAll(async () => {
  server = await startIdentityServer({ redirectUris })
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' }
  api = await openTestApi({
    environment,
    register: productRoutes,
    sendMail: async (mail) => {
      if (refusal !== undefined) return { retry: refusal }
      mails.push(mail)
      return { accepted: true, response: '250 OK' }
    },
  })
  provider = await addProvider(api, server)
})
afterAll(async () => {
  await api.close()
  await server.stop()
})

const administrator = { email: testEmail('Administrator'), email_verified: true }

test('single sign-on is turned on only by an administrator who has signed in that way', async () => {
  expect((await setSignOn('oidc')).text).toContain('First sign in yourself by an active identity provider')
  server.signInAs('m-1', { email: testEmail('Manager'), email_verified: true })
  expect(await testProvider(api, provider)).toMatch(
    /Subject: m-1\. Email: manager@one\.example \(verified\).*test with an account that signs you in yourself/,
  )
  expect((await setSignOn('oidc')).status).toBe(400)
  server.signInAs('a-1', { ...administrator, groups: ['Partners'] })
  const sentence = await testProvider(api, provider)
  expect(sentence).toBe(
    `Issuer: ${server.issuer}. Subject: a-1. Email: administrator@one.example (verified). Groups: not asked for. Ada Administrator would be signed in, with the role they have. You can turn single sign-on on.`,
  )
})

test('a test says the role that groups give, and that an unverified address would fail', async () => {
  await change({ groups_claim: 'groups', group_roles: ['Partners = Manager'] })
  server.signInAs('a-1', { ...administrator, groups: ['Partners', 'All'] })
  expect(await testProvider(api, provider)).toContain(
    'Groups: Partners, All. Ada Administrator would be signed in, and given the role Manager.',
  )
  server.signInAs('a-2', { email: 'new@one.example' })
  expect(await testProvider(api, provider)).toContain(
    "The sign-in would fail. The provider doesn't say that the address new@one.example is verified.",
  )
  await change({ groups_claim: null, group_roles: [] })
})

test('a test of settings that were changed since says nothing', async () => {
  server.signInAs('a-1', administrator)
  await testProvider(api, provider)
  await change({ scopes: 'openid email' })
  expect((await setSignOn('oidc')).status).toBe(400)
  await change({ scopes: 'openid email profile' })
})

test('a test and the links to users outlast saving the same settings under another name', async () => {
  server.signInAs('a-1', administrator)
  await testProvider(api, provider)
  expect((await signInBy(api, provider)).status).toBe(200)
  const url = `/api/v1/identity_provider/${provider}`
  const saved = (await api.call({ as: 'Administrator', url })).json()
  const { protocol, issuer, client_id, scopes, admits, trusted_domains, group_roles, groups_claim } = saved
  const same = { protocol, issuer, client_id, scopes, admits, trusted_domains, group_roles, groups_claim }
  expect((await change({ ...same, name: 'Login, renamed' })).status).toBe(200)
  expect((await api.call({ as: 'Administrator', url })).json().sentence).toBe(saved.sentence)
  // With the link, the account is known whatever its address.
  server.signInAs('a-1', { email: 'renamed@one.example' })
  expect((await signInBy(api, provider)).status).toBe(200)
  expect((await change({ client_secret: server.client.clientSecret })).status).toBe(200)
  expect((await api.call({ as: 'Administrator', url })).json().sentence).toBeNull()
})

test('a test opens no session', async () => {
  server.signInAs('a-1', administrator)
  const body = { attempt: '00000000-0000-4000-8000-000000000000' }
  await testProvider(api, provider)
  expect((await api.call({ method: 'POST', url: '/api/v1/sso/session', body })).status).toBe(401)
})

test.each([
  ['a wrong client secret', { client_secret: 'wrong' }, 'refuses the client ID or the client secret'],
  ['a wrong client ID', { client_id: 'object-id' }, 'invalid_client'],
])('%s is named by the test', async (_, values, why) => {
  const id = await addProvider(api, server, { name: `Wrong ${why}`.slice(0, 60), ...values })
  server.signInAs('a-1', administrator)
  // A provider that doesn't know the client keeps the browser on its own page, which names the error.
  await expect(testProvider(api, id).catch((error: Error) => error.message)).resolves.toContain(why)
})

test('a wrong issuer is named by the test, before anyone leaves', async () => {
  const issuer = `${server.issuer}/realms/missing`
  const id = await addProvider(api, { ...server, issuer }, { name: 'Wrong issuer' })
  expect(await testProvider(api, id)).toContain("doesn't answer as an issuer of OpenID Connect")
})

test('with single sign-on, passwords are refused but for the way back in, which administrators are told of', async () => {
  server.signInAs('a-1', administrator)
  await testProvider(api, provider)
  expect((await setSignOn('oidc')).status).toBe(200)
  expect((await api.call({ url: '/api/v1/firm' })).json().signon_type).toBe('oidc')
  const refused = await logIn(testEmail('Manager'), testPassword)
  expect(refused.status).toBe(401)
  expect(refused.text).toContain('A password works only for its administrators')
  const wrong = await logIn('nobody@one.example', testPassword)
  expect(wrong.json().detail, 'no one learns that a password was right').toBe(refused.json().detail)
  expect((await logIn(testEmail('Administrator'), 'wrong horse 1')).json().detail).toBe(refused.json().detail)
  expect(mails).toEqual([])
  await api.call({
    as: 'Administrator',
    method: 'PUT',
    url: '/api/v1/firm/1',
    body: { default_time_zone: 'Pacific/Honolulu' },
  })
  await server.stop()
  expect((await logIn(testEmail('Administrator'), testPassword)).status).toBe(200)
  await expect
    .poll(() => mails.map(({ to, subject }) => `${to}: ${subject}`))
    .toEqual(['administrator@one.example: An administrator of Firm 1 signed in with a password'])
  // Where only the firm has an account for sending, its account does.
  expect(mails.map(({ firmId }) => firmId)).toEqual([1])
  expect(mails[0]?.text).toMatch(/ on [A-Z][a-z]{2} \d+, \d{4}, .+ HST, although/)
  const events = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/system_event/search', body: {} })
  expect(events.text).toContain('Ada Administrator signed in with a password although the firm uses single sign-on.')
})

test('administrators are notified of the way back in once the mail server, which may fail along with the provider, is back', async () => {
  refusal = 'The mail server is away.'
  mails.length = 0
  expect((await logIn(testEmail('Administrator'), testPassword)).status).toBe(200)
  await expect.poll(unsent).toEqual([{ tries: 1, sentence: 'The mail server is away.' }])
  refusal = undefined
  await onDatabase(sql`update way_back_notices set next_try_at = now()`)
  expect((await logIn(testEmail('Administrator'), testPassword)).status).toBe(200)
  await expect.poll(() => mails.length).toBe(2)
  await expect.poll(unsent).toEqual([])
  const events = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/system_event/search', body: {} })
  const problem = "administrator@one.example couldn't be notified that an administrator signed in with a password."
  expect(events.text.split(problem)).toHaveLength(2)
})

function onDatabase(statement: ReturnType<typeof sql>) {
  return withSystem(api.services.database, (trx) => statement.execute(trx))
}

async function unsent() {
  const { rows } = await onDatabase(sql`select tries, sentence from way_back_notices where sent_at is null`)
  return rows
}

test('the firm keeps the provider it signs in by', async () => {
  const url = `/api/v1/identity_provider/${provider}`
  const last = 'The firm signs in by this provider and has no other.'
  for (const [id, name] of [...(await otherProviders())]) {
    const gone = await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/identity_provider/${id}` })
    expect(gone.status, name).toBe(204)
  }
  expect((await change({ is_active: false })).text).toContain(last)
  expect((await api.call({ as: 'Administrator', method: 'DELETE', url })).text).toContain(last)
  expect((await setSignOn('local')).status).toBe(200)
  expect((await logIn(testEmail('Manager'), testPassword)).status).toBe(200)
  expect((await change({ is_active: false })).status).toBe(200)
})

test('a role that may change the firm, but is not the administrator, does not change how everyone signs in', async () => {
  const answer = await api.call({ as: 'Manager', method: 'PUT', url: '/api/v1/firm/1', body: { signon_type: 'oidc' } })
  expect([400, 403]).toContain(answer.status)
})

test('a user signs in by the provider also while passwords work', async () => {
  const again = await startIdentityServer({ redirectUris })
  try {
    again.signInAs('m-1', { email: testEmail('Manager'), email_verified: true })
    const id = await addProvider(api, again, { name: 'Second' })
    expect((await signInBy(api, id)).status).toBe(200)
  } finally {
    await again.stop()
  }
})

function setSignOn(type: string) {
  return api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/1', body: { signon_type: type } })
}

function change(body: object) {
  const url = `/api/v1/identity_provider/${provider}`
  return api.call({ as: 'Administrator', method: 'PUT', url, body })
}

function logIn(username: string, password: string) {
  return api.call({ method: 'POST', url: '/api/v1/auth/login', body: { username, password } })
}

async function otherProviders(): Promise<Map<string, string>> {
  const answer = await api.call({ as: 'Administrator', url: '/api/v1/sso/providers' })
  const { providers } = answer.json() as { providers: { id: string; name: string }[] }
  return new Map(providers.filter(({ id }) => id !== provider).map(({ id, name }) => [id, name]))
}
