import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, testEmail } from '../../testing/api.ts'
import { startIdentityServer } from '../../testing/identity-server.ts'
import { openSignOnApi } from '../../testing/sign-on-api.ts'
import { addProvider, collect, comeBack, redirectUris, signInBy, visitProvider } from '../../testing/sign-on-browser.ts'
import { productRoutes } from '../routes.ts'

let { api, server, forget, close } = {} as Awaited<ReturnType<typeof openSignOnApi>>
let provider: string

beforeAll(async () => {
  ;({ api, server, forget, close } = await openSignOnApi())
  provider = await addProvider(api, server)
})
afterEach(() => forget())
afterAll(() => close())

const docketing = { email: testEmail('Docketing'), email_verified: true, name: 'A Docketing' }

test('a user signs in by the provider, with the session a password gives', async () => {
  server.signInAs('docketing-1', docketing)
  const visit = await visitProvider(api, provider, { returnTo: '/inbox?status=Failed' })
  const location = await comeBack(api, visit)
  expect(location).toMatch(/^\/login\?sso=[\da-f-]{36}&from=%2Finbox%3Fstatus%3DFailed$/)
  const answer = await collect(api, location, visit)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json().user).toMatchObject({ email: testEmail('Docketing'), id: api.userIds[1].Docketing })
  expect(String(answer.headers['set-cookie'])).toContain('Path=/api/v1/auth/login')
  const headers = { authorization: `Bearer ${answer.json().access_token}` }
  expect((await api.call({ url: '/api/v1/auth/me.json', headers })).json().id).toBe(api.userIds[1].Docketing)
  const renewal = { refresh_token: answer.json().refresh_token, grant_type: 'refresh_token' }
  const renewed = await api.call({ method: 'POST', url: '/api/v1/oauth/access_token', body: renewal })
  expect(renewed.status, renewed.text).toBe(200)
  expect(await eventsOf('signed_in_by')).toEqual(['A Docketing signed in with Login One.'])
})

test('the provider is asked for the scopes of its settings', async () => {
  const id = await addProvider(api, server, { name: 'Login Two', scopes: 'openid email' })
  const started = await api.call({ url: `/api/v1/sso/${id}/start` })
  expect(new URL(String(started.headers.location)).searchParams.get('scope')).toBe('openid email')
  await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/identity_provider/${id}` })
})

test('the cookie is for this sign-in only, out of reach of scripts, and the address has neither token nor code', async () => {
  server.signInAs('docketing-1', docketing)
  const started = await api.call({ url: `/api/v1/sso/${provider}/start` })
  const cookie = String(started.headers['set-cookie'])
  expect(cookie).toMatch(
    /^courtcrier_sso_[\da-f]{32}=[\w-]{43}; Path=\/api\/v1\/sso; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  )
  const there = new URL(String(started.headers.location))
  expect(there.searchParams.get('code_challenge_method')).toBe('S256')
  expect(there.searchParams.get('redirect_uri')).toBe('https://one.example/api/v1/sso/callback')
  const visit = await visitProvider(api, provider)
  expect([...new URL(await comeBack(api, visit), 'http://c.invalid').searchParams.keys()]).toEqual(['sso'])
})

test('a callback works once, and so does collecting its session', async () => {
  server.signInAs('docketing-1', docketing)
  const visit = await visitProvider(api, provider)
  const location = await comeBack(api, visit)
  expect(await comeBack(api, visit)).toBe('/login?sso=late')
  expect((await collect(api, location, visit)).status).toBe(200)
  await expectRefusal(await collect(api, location, visit), 'This sign-in was already used')
})

test('a session is collected only by the browser that began, and the state of another one signs no one in', async () => {
  server.signInAs('docketing-1', docketing)
  const [own, foreign] = [await visitProvider(api, provider), await visitProvider(api, provider)]
  const crossed = await comeBack(api, { ...own, callback: foreign.callback })
  await expectRefusal(await collect(api, crossed, own), 'started in another browser')
  const location = await comeBack(api, own)
  await expectRefusal(await collect(api, location, foreign), 'started in another browser')
  expect((await collect(api, location, own)).status).toBe(200)
})

test('without its cookie, a sign-in ends', async () => {
  server.signInAs('docketing-1', docketing)
  const visit = await visitProvider(api, provider)
  const location = await comeBack(api, { ...visit, cookie: 'other=1' })
  await expectRefusal(await collect(api, location, visit), 'started in another browser')
})

test('a sign-in that takes longer than ten minutes ends', async () => {
  server.signInAs('docketing-1', docketing)
  const visit = await visitProvider(api, provider)
  api.clock.advance(10 * 60_000)
  expect(await comeBack(api, visit)).toBe('/login?sso=late')
})

const wrongTokens = [
  ['another nonce', { nonce: 'of another sign-in' }, 'its nonce is another one'],
  ['another audience', { aud: 'another-application' }, 'for another application'],
  ['another issuer', { iss: 'https://elsewhere.example' }, 'from another issuer'],
  ['an expired ID token', { exp: 1_700_000_000 }, 'has expired'],
  ['another access token', { at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' }, "isn't the one that its ID token names"],
  [
    'audiences of which another one asked',
    { aud: ['courtcrier', 'other'] as string[], azp: 'other' },
    'for another application',
  ],
  ['an ID token that is not valid yet', { nbf: 9_999_999_999 }, 'is not valid yet'],
  ['an ID token without an end', { exp: undefined }, "can't be accepted"],
  ['no subject', { sub: undefined }, "can't be accepted"],
] as const

test.each(wrongTokens)('%s signs no one in, and the log says why', async (_, change, why) => {
  server.signInAs('docketing-1', docketing)
  server.tamper((claims) => ({ ...claims, ...change }))
  await expectRefusal(await signInBy(api, provider), 'Single sign-on did not succeed.')
  expect((await eventsOf('sign_on_failed')).at(-1)).toContain(why)
})

test.each([
  ['names another issuer', (callback: string) => callback.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Felsewhere.example')],
  ['no longer names its issuer, as one that says it does', (callback: string) => callback.replace(/&?iss=[^&]+/, '')],
])('a callback that %s signs no one in: its code may be of a provider that mixed itself in', async (_, change) => {
  server.signInAs('docketing-1', docketing)
  const visit = await visitProvider(api, provider)
  expect(visit.callback).toContain('iss=')
  const location = await comeBack(api, { ...visit, callback: change(visit.callback) })
  await expectRefusal(await collect(api, location, visit), 'Single sign-on did not succeed.')
})

test('an ID token signed with another key signs no one in', async () => {
  server.signInAs('docketing-1', docketing)
  server.forge(true)
  await expectRefusal(await signInBy(api, provider), 'Single sign-on did not succeed.')
})

test('someone who cancels at the provider is told so', async () => {
  server.refuse(true)
  await expectRefusal(await signInBy(api, provider), 'The sign-in was canceled')
})

test.each([
  'https://elsewhere.example/inbox',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/%09/elsewhere.example',
  '/..//elsewhere.example',
  '/%2e%2e//elsewhere.example',
  '/inbox/..//elsewhere.example',
  'javascript:alert(1)',
  'inbox',
])('the page to open afterwards is one of the console: %s', async (returnTo) => {
  server.signInAs('docketing-1', docketing)
  const visit = await visitProvider(api, provider, { returnTo })
  const location = await comeBack(api, visit)
  const from = new URL(location, 'https://one.example').searchParams.get('from')
  expect(new URL(from ?? '/', 'https://one.example').host).toBe('one.example')
})

test("another firm's provider signs no one in here, nor does its state", async () => {
  const foreign = await addProvider(api, server, { firm: 2 })
  const started = await api.call({ url: `/api/v1/sso/${foreign}/start` })
  expect(started.headers.location).toBe('/login?sso=unknown')
  server.signInAs('docketing-1', docketing)
  const visit = await visitProvider(api, foreign, { firm: 2 })
  expect(await comeBack(api, { ...visit, firm: 1 })).toBe('/login?sso=late')
  await expectRefusal(await collect(api, await comeBack(api, visit), visit), 'There is no user here')
})

test('a provider that is not in use is not offered, and signs no one in', async () => {
  const id = await addProvider(api, server, { name: 'Unused', is_active: false })
  const { text } = await api.call({ url: '/api/v1/sso/providers' })
  expect(JSON.parse(text)).toEqual({ providers: [{ id: provider, name: 'Login One' }] })
  const started = await api.call({ url: `/api/v1/sso/${id}/start` })
  expect(started.headers.location).toBe('/login?sso=unknown')
})

test('what the ID token lacks is read from userinfo', async () => {
  const thin = await startIdentityServer({ redirectUris, usesUserinfo: true })
  try {
    thin.signInAs('manager-thin', { email: testEmail('Manager'), email_verified: true })
    const id = await addProvider(api, thin, { name: 'Thin' })
    const answer = await signInBy(api, id)
    expect(answer.json().user, answer.text).toMatchObject({ id: api.userIds[1].Manager })
  } finally {
    await thin.stop()
  }
})

test('a provider that is down is said to be, and the log says why', async () => {
  const down = { issuer: 'http://127.0.0.1:9', client: server.client }
  const id = await addProvider(api, down, { name: 'Down' })
  const started = await api.call({ url: `/api/v1/sso/${id}/start` })
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? ''
  const answer = await collect(api, String(started.headers.location), { cookie, firm: 1 })
  await expectRefusal(answer, 'The identity provider could not be reached.')
  expect((await eventsOf('sign_on_failed')).at(-1)).toContain("isn't running")
})

test('without the permission of the operator, no provider in a private network is asked', async () => {
  const strict = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
  try {
    const id = await addProvider(strict, server)
    const url = `/api/v1/identity_provider/${id}/test`
    const plain = await strict.call({ as: 'Administrator', method: 'POST', url })
    expect(plain.json()).toMatchObject({ url: null, sentence: expect.stringContaining('Without encryption') })
    const body = { issuer: 'https://127.0.0.1:9', client_secret: 'again' }
    await strict.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/identity_provider/${id}`, body })
    const secure = await strict.call({ as: 'Administrator', method: 'POST', url })
    expect(secure.json()).toMatchObject({ sentence: expect.stringContaining('COURTCRIER_ALLOW_PRIVATE_SIGN_ON') })
  } finally {
    await strict.close()
  }
})

async function expectRefusal(answer: { status: number; text: string }, sentence: string): Promise<void> {
  expect(answer.status, answer.text).toBe(401)
  expect(answer.text).toContain(sentence)
  expect(answer.text).not.toContain('access_token')
}

async function eventsOf(action: string): Promise<readonly string[]> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events where action = ${action} order by id`.execute(trx),
  )
  return rows.map(({ sentence }) => sentence)
}
