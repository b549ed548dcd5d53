import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { type ApiScenario, openTestApi, type TestApi, testEmail, testPassword } from '../../testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const login = '/api/v1/auth/login'
const renewal = '/api/v1/oauth/access_token'
const wrongSentence = 'The information you entered does not match the records in our system. Please try again.'

const scenarios: ApiScenario[] = [
  {
    name: 'a user signs in and is told who it is',
    method: 'POST',
    url: login,
    body: { username: testEmail('Docketing'), password: testPassword },
    status: 200,
    contains: ['"access_token":"', '"refresh_token":"', '"expires_in":1800', '"email":"docketing@one.example"'],
    containsNot: ['password', 'argon2', 'is_active'],
  },
  {
    name: 'case and blanks around the address do not matter',
    method: 'POST',
    url: login,
    body: { username: '  DOCKETING@One.Example ', password: testPassword },
    status: 200,
  },
  {
    name: 'a wrong password is refused',
    method: 'POST',
    url: login,
    body: { username: testEmail('Manager'), password: 'wrong horse 1' },
    status: 401,
    contains: [wrongSentence, '"code":"login_failed"'],
    containsNot: ['Manager'],
  },
  {
    name: 'an unknown address gets the same answer',
    method: 'POST',
    url: login,
    body: { username: 'nobody@one.example', password: testPassword },
    status: 401,
    contains: [wrongSentence, '"code":"login_failed"'],
  },
  {
    name: "a user of another firm is unknown under this firm's host",
    method: 'POST',
    url: login,
    body: { username: testEmail('Manager', 2), password: testPassword },
    status: 401,
    contains: [wrongSentence],
  },
  {
    name: 'what is missing is named',
    method: 'POST',
    url: login,
    body: { username: '' },
    status: 400,
    contains: ['"field":"username","code":"required"', '"field":"password","code":"required"'],
  },
  {
    name: 'a password that is no text is named',
    method: 'POST',
    url: login,
    body: { username: testEmail('Manager'), password: 12345678 },
    status: 400,
    contains: ['"field":"password","code":"not_text"'],
  },
  {
    name: 'an address with a character the database cannot keep',
    method: 'POST',
    url: login,
    body: { username: 'a\0b@one.example', password: 'x' },
    status: 400,
    contains: ['"field":"username","code":"control_characters"'],
  },
  { name: 'a log-in without a body', method: 'POST', url: login, status: 400, contains: ['malformed_request'] },
  {
    name: 'a log-in in protobuf',
    method: 'POST',
    url: login,
    body: Buffer.of(10, 1, 97),
    status: 415,
    contains: ['Send JSON.'],
  },
  {
    name: 'an unknown refresh token',
    method: 'POST',
    url: renewal,
    body: { refresh_token: 'x'.repeat(43), grant_type: 'refresh_token' },
    status: 401,
    contains: ['session_expired'],
  },
  {
    name: 'another grant type',
    method: 'POST',
    url: renewal,
    body: { refresh_token: 'x', grant_type: 'password' },
    status: 400,
    contains: ['"field":"grant_type"'],
  },
  {
    name: 'the user behind a token',
    as: 'View Only',
    url: '/api/v1/auth/me.json',
    status: 200,
    contains: ['"email":"view-only@one.example"', '"full_name":"A View Only"', '"timekeeper_id":null'],
    containsNot: ['password'],
  },
  { name: 'nobody is behind no token', url: '/api/v1/auth/me.json', status: 401, contains: ['session_expired'] },
  { name: 'a ping', as: 'View Only', url: '/api/v1/ping', status: 200, contains: ['{"ok":true}'] },
  {
    name: 'a ping with a made-up token',
    url: '/api/v1/ping',
    headers: { authorization: 'Bearer abc.def.ghi' },
    status: 401,
    contains: ['Your session has expired. You have been logged out.'],
  },
  {
    name: 'a token that says it needs no signature',
    url: '/api/v1/ping',
    headers: { authorization: `Bearer ${unsignedToken()}` },
    status: 401,
  },
  {
    name: 'a reset with a made-up token',
    method: 'POST',
    url: '/api/v1/auth/reset',
    body: { email: testEmail('Manager'), token: 'made-up', new_password: 'a new password' },
    status: 400,
    contains: ['This link is no longer valid.'],
  },
  {
    name: 'a reset with a short password',
    method: 'POST',
    url: '/api/v1/auth/reset',
    body: { email: testEmail('Manager'), token: 'made-up', new_password: '1234567' },
    status: 400,
    contains: ['"field":"new_password"', 'Password is too short (minimum is 8 characters)'],
  },
  {
    name: 'forgot with an unknown address',
    method: 'POST',
    url: '/api/v1/auth/forgot',
    body: { email: 'nobody@one.example' },
    status: 404,
    contains: ["Email doesn't exist.", '"code":"email_unknown"'],
  },
  {
    name: 'forgot without an address',
    method: 'POST',
    url: '/api/v1/auth/forgot',
    body: {},
    status: 400,
    contains: ['"field":"email","code":"required"'],
  },
]
test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_, scenario) => api.run(scenario))

test("a token of one firm is invalid under another firm's host name", async () => {
  const authorization = `Bearer ${await api.tokenOf('Administrator', 1)}`
  expect((await api.call({ url: '/api/v1/ping', firm: 1, headers: { authorization } })).status).toBe(200)
  expect((await api.call({ url: '/api/v1/ping', firm: 2, headers: { authorization } })).status).toBe(401)
})

test('an access token is valid for half an hour', async () => {
  const { access } = await signIn('Manager')
  api.clock.advance(29 * 60_000)
  expect(await ping(access)).toBe(200)
  api.clock.advance(2 * 60_000)
  expect(await ping(access)).toBe(401)
})

test('a refresh token returns new tokens once, and the new ones work', async () => {
  const first = await signIn('Manager')
  const second = await renew(first.refresh)
  expect(second.status).toBe(200)
  expect(second.refresh).not.toBe(first.refresh)
  expect(await ping(second.access)).toBe(200)
  expect((await renew(second.refresh)).status).toBe(200)
})

test('a renewal whose response was lost is repeated, and so are those of tabs at the same moment', async () => {
  const { refresh } = await signIn('Manager')
  const lost = [await renew(refresh), await renew(refresh)]
  api.clock.advance(29_000)
  const answers = [...lost, await renew(refresh)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { access } of answers) expect(await ping(access)).toBe(200)
  expect((await renew(answers[2]?.refresh ?? '')).status).toBe(200)
})

test('a refresh token is not repeated once one issued for it was used: that ends the session', async () => {
  const first = await signIn('Manager')
  const second = await renew(first.refresh)
  const third = await renew(second.refresh)
  expect((await renew(first.refresh)).status).toBe(401)
  expect((await renew(third.refresh)).status).toBe(401)
})

test('a used refresh token that is used again later ends the whole session, and this is logged', async () => {
  const before = await eventCount('other', 'refresh token was used twice')
  const first = await signIn('Manager')
  const second = await renew(first.refresh)
  api.clock.advance(30_001)
  expect((await renew(first.refresh)).status).toBe(401)
  expect((await renew(second.refresh)).status).toBe(401)
  await expect.poll(() => ping(second.access)).toBe(401)
  expect(await eventCount('other', 'refresh token was used twice')).toBe(before + 1)
})

test('other sessions of the same user outlive a stolen one', async () => {
  const [stolen, other] = [await signIn('Manager'), await signIn('Manager')]
  await renew(stolen.refresh)
  api.clock.advance(30_001)
  await renew(stolen.refresh)
  expect(await ping(other.access)).toBe(200)
})

test('a session ends two weeks after its login, however often it is renewed', async () => {
  const dayMs = 24 * 3600 * 1000
  let { refresh } = await signIn('Manager')
  for (let day = 0; day < 13; day++) {
    api.clock.advance(dayMs)
    const next = await renew(refresh)
    expect(next.status, `day ${day}`).toBe(200)
    refresh = next.refresh
  }
  api.clock.advance(dayMs)
  expect((await renew(refresh)).status).toBe(401)
})

test('logging out ends the session, including its refresh token', async () => {
  const { access, refresh } = await signIn('Manager')
  const answer = await api.call({ method: 'POST', url: '/api/v1/auth/logout', headers: bearer(access) })
  expect(answer.status).toBe(204)
  await expect.poll(() => ping(access)).toBe(401)
  expect((await renew(refresh)).status).toBe(401)
})

test('a user who may no longer log in is logged out', async () => {
  const { access, refresh } = await signIn('Docketing')
  expect(await ping(access)).toBe(200)
  await setActive('Docketing', false)
  api.clock.advance(5_000)
  expect(await ping(access)).toBe(401)
  expect((await renew(refresh)).status).toBe(401)
  expect((await logIn('Docketing', testPassword)).status).toBe(401)
  await setActive('Docketing', true)
})

test('a changed role takes effect within seconds', async () => {
  const { access } = await signIn('Docketing')
  const readFirm = async () => (await api.call({ url: '/api/v1/firm', headers: bearer(access) })).json()
  expect(await readFirm()).not.toHaveProperty('reply_to_email')
  await setRole('Docketing', 'Manager')
  api.clock.advance(5_000)
  expect(await readFirm()).toHaveProperty('reply_to_email')
  await setRole('Docketing', 'Docketing')
})

test('wrong passwords keep no one out of a browser in which they have logged in before', async () => {
  const cookie = String((await logIn('Manager', testPassword)).headers['set-cookie']).split(';')[0] ?? ''
  for (let attempt = 0; attempt < 5; attempt++) await logIn('Manager', 'wrong horse')
  const paused = await logIn('Manager', testPassword)
  expect([paused.status, paused.headers['retry-after']]).toEqual([429, '60'])
  const body = { username: testEmail('Manager'), password: testPassword }
  expect((await api.call({ method: 'POST', url: login, body, headers: { cookie } })).status).toBe(200)
  const other = { username: testEmail('Manager'), password: 'wrong horse' }
  expect((await api.call({ method: 'POST', url: login, body: other, headers: { cookie } })).status).toBe(401)
  api.clock.advance(61_000)
})

test("logins and failures are in the firm's log, without what was typed into the wrong input", async () => {
  const before = { good: await eventCount('login success'), bad: await eventCount('login failure') }
  await logIn('View Only', testPassword)
  await logIn('View Only', 'wrong horse 2')
  await api.call({ method: 'POST', url: login, body: { username: 'my secret password', password: 'x' } })
  expect(await eventCount('login success')).toBe(before.good + 1)
  expect(await eventCount('login failure')).toBe(before.bad + 2)
  expect(await eventCount('login failure', 'my secret password')).toBe(0)
  expect(await eventCount('login failure', "something that isn't an email address")).toBe(1)
})

function unsignedToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.parse('2040-01-01') / 1000)
  return `${part({ alg: 'none' })}.${part({ iss: 'courtcrier', sub: 'x', firm: 1, session: 'x', exp })}.`
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

async function ping(token: string): Promise<number> {
  return (await api.call({ url: '/api/v1/ping', headers: bearer(token) })).status
}

function logIn(role: Parameters<typeof testEmail>[0], password: string) {
  return api.call({ method: 'POST', url: login, body: { username: testEmail(role), password } })
}

async function signIn(role: Parameters<typeof testEmail>[0]) {
  const answer = (await logIn(role, testPassword)).json()
  return { access: String(answer.access_token), refresh: String(answer.refresh_token) }
}

async function renew(refresh: string) {
  const body = { refresh_token: refresh, grant_type: 'refresh_token' }
  const answer = await api.call({ method: 'POST', url: renewal, body })
  const tokens = answer.json()
  return { status: answer.status, access: String(tokens.access_token), refresh: String(tokens.refresh_token) }
}

async function eventCount(type: string, words = ''): Promise<number> {
  return withFirm(api.services.database, 1, async (trx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from system_events
      where type = ${type} and sentence like ${`%${words}%`}`.execute(trx)
    return rows[0]?.n ?? 0
  })
}

async function setActive(role: 'Docketing', isActive: boolean): Promise<void> {
  await withFirm(api.services.database, 1, (trx) =>
    sql`update users set is_active = ${isActive} where id = ${api.userIds[1][role]}::uuid`.execute(trx),
  )
}

async function setRole(user: 'Docketing', role: string): Promise<void> {
  await withFirm(api.services.database, 1, (trx) =>
    sql`update users set security_role_id = ${api.firms[1].roleIds[role]}::uuid
      where id = ${api.userIds[1][user]}::uuid`.execute(trx),
  )
}
