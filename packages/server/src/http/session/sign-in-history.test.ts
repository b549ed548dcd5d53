import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetOldSignIns } from '../../auth/sign-ins/record.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole, testEmail, testPassword } from '../../testing/api.ts'
import { type IdentityServer, startIdentityServer } from '../../testing/identity-server.ts'
import { addProvider, comeBack, redirectUris, signInBy, visitProvider } from '../../testing/sign-on-browser.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let server: IdentityServer
const mails: { to: string; subject: string; text: string }[] = []
let refusal: string | undefined

beforeAll(async () => {
  server = await startIdentityServer({ redirectUris })
  api = await openTestApi({
    register: productRoutes,
    environment: { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' },
    trustProxy: ['127.0.0.1'],
    sendMail: async (mail) => {
      if (refusal !== undefined) return { retry: refusal }
      mails.push(mail)
      return { accepted: true, response: '250 OK' }
    },
  })
})
afterAll(async () => {
  await api.close()
  await server.stop()
})
beforeEach(async () => {
  api.clock.advance(20 * 60_000)
  mails.length = 0
  refusal = undefined
  await withSystem(api.services.database, async (trx) => {
    await sql`delete from sign_ins`.execute(trx)
    await sql`delete from sign_in_alerts`.execute(trx)
  })
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'
const chrome = 'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
const [american, german, office] = ['128.101.101.101', '193.99.144.80', '10.1.2.3']

interface From {
  address?: string
  program?: string
  password?: string
  cookie?: string
}

function signIn(role: TestRole, { address = american, program = firefox, password = testPassword, cookie }: From = {}) {
  return api.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    body: { username: testEmail(role), password },
    headers: { 'user-agent': program, 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
  })
}

async function history(as: TestRole = 'Administrator') {
  const answer = await api.call({ as, url: '/api/v1/sign_in/search?sort=created_at&max=100' })
  expect(answer.status, answer.text).toBe(200)
  return answer.json().sign_ins as Record<string, string | null>[]
}

const of = (role: TestRole) => async () =>
  (await history())
    .filter(({ user_id }) => user_id === api.userIds[1][role])
    .map(({ outcome, place }) => [outcome, place])

async function alertEvents(): Promise<string[]> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events where action = 'sign_in_new' and level = 'WARNING'
      order by created_at`.execute(trx),
  )
  return rows.map(({ sentence }) => sentence)
}

test('a sign-in is kept with its time, way, network address, country and program', async () => {
  await signIn('Manager')
  await signIn('Manager', { address: office, program: 'curl/8.9.1' })
  await signIn('Manager', { address: '2001:db8:1:2:3:4:5:6', program: '' })
  const rows = (await history()).filter(({ user_id }) => user_id === api.userIds[1].Manager)
  expect(rows.map(({ outcome, way, program, place, network }) => [outcome, way, program, place, network])).toEqual([
    ['SIGNED_IN', 'PASSWORD', 'Firefox on Windows', 'United States', american],
    ['SIGNED_IN', 'PASSWORD', 'curl', 'Private network', office],
    ['SIGNED_IN', 'PASSWORD', 'Unknown', null, '2001:db8:1:2::/64'],
  ])
  expect(rows[0]?.created_at).toBe(api.clock.now.toISOString())
})

test('failed attempts are kept for an account that there is, and for no other address', async () => {
  await signIn('Manager', { password: 'wrong password', address: german })
  const body = { username: 'stranger@one.example', password: 'wrong password' }
  await api.call({ method: 'POST', url: '/api/v1/auth/login', body })
  expect(await of('Manager')()).toEqual([['REFUSED', 'Germany']])
  const outcomes = (await history()).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome !== 'SIGNED_IN')).toEqual(['REFUSED'])
})

test('a sign-in by an identity provider names it', async () => {
  const provider = await addProvider(api, server, { name: 'Harlan Login' })
  server.signInAs('h-1', { email: testEmail('Docketing'), email_verified: true })
  expect((await signInBy(api, provider)).status).toBe(200)
  const row = (await history()).find(({ user_id }) => user_id === api.userIds[1].Docketing)
  expect(row).toMatchObject({
    outcome: 'SIGNED_IN',
    way: 'SIGN_ON',
    provider: 'Harlan Login',
    place: 'Private network',
  })
})

test('people who manage users see all sign-ins, others their own, and no one those of another firm', async () => {
  await signIn('Manager')
  await signIn('Docketing')
  const own = await history('Manager')
  expect(new Set(own.map(({ user_id }) => user_id))).toEqual(new Set([api.userIds[1].Manager]))
  expect((await api.call({ as: 'View Only', url: '/api/v1/sign_in/search' })).status).toBe(403)
  const elsewhere = await api.call({ as: 'Administrator', firm: 2, url: '/api/v1/sign_in/search?max=100' })
  expect(elsewhere.text).not.toContain(api.userIds[1].Manager)
  await signIn('View Only', { address: office })
  const mine = await api.call({ as: 'View Only', url: '/api/v1/auth/sign-ins' })
  expect((mine.json().sign_ins as object[]).length).toBeGreaterThan(0)
  expect(mine.text).not.toContain(american)
})

test('sign-ins are removed after 400 days', async () => {
  await signIn('Manager')
  await signIn('Manager')
  await withSystem(api.services.database, (trx) =>
    sql`update sign_ins set created_at = now() - interval '401 days' where id in (select id from sign_ins
      where user_id = ${api.userIds[1].Manager}::uuid limit 1)`.execute(trx),
  )
  await forgetOldSignIns(api.services.database)
  expect(await of('Manager')()).toEqual([['SIGNED_IN', 'United States']])
})

test('the very first sign-in and repeated ones are no news', async () => {
  await signIn('Manager')
  await signIn('Manager')
  await signIn('Manager', { password: 'wrong password', address: german })
  expect(await alertsOf('Manager')).toEqual([])
})

test('a new country and a new program are each told once, by email and in the log', async () => {
  const before = (await alertEvents()).length
  await signIn('Manager')
  await signIn('Manager', { address: german })
  await expect.poll(() => mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: testEmail('Manager'), subject: 'A new sign-in to your account at Firm 1' })
  for (const words of ['from a new country (Germany)', german, 'Firefox on Windows', 'change your password right away'])
    expect(mails[0]?.text).toContain(words)
  await signIn('Manager', { address: german, program: chrome })
  await expect.poll(() => mails).toHaveLength(2)
  expect(mails[1]?.text).toContain('with a new browser or program (Chrome on Mac)')
  await signIn('Manager', { address: german, program: chrome })
  await signIn('Manager')
  expect((await alertEvents()).slice(before)).toEqual([
    'A Manager signed in from somewhere new: Germany.',
    'A Manager signed in from somewhere new: Chrome on Mac.',
  ])
  expect(await alertsOf('Manager')).toHaveLength(2)
})

test('a country and a program new at the same time are one email', async () => {
  await signIn('Manager')
  await signIn('Manager', { address: german, program: chrome })
  await expect.poll(() => mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('from a new country (Germany) and with a new browser or program (Chrome on Mac)')
})

test('a browser that knows the user, an office network and an unknown country are no news', async () => {
  const first = await signIn('Manager')
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  await signIn('Manager', { program: chrome, cookie })
  await signIn('Manager', { address: office })
  await signIn('Manager', { address: '2001:db8:1:2:3:4:5:6' })
  expect(await alertsOf('Manager')).toEqual([])
})

test('a browser that knows the user from an identity provider is no news either, in whatever program it claims to be', async () => {
  const provider = await addProvider(api, server, { name: 'Known Login' })
  server.signInAs('k-1', { email: testEmail('View Only'), email_verified: true })
  const first = await signInBy(api, provider)
  // A browser sends only this one to where the session is collected.
  const header = [first.headers['set-cookie'] ?? []]
    .flat()
    .find((line) => /^courtcrier_[\da-f]{16}=.*; Path=\/api\/v1\/sso;/.test(String(line)))
  const visit = await visitProvider(api, provider)
  const attempt = new URL(await comeBack(api, visit), 'http://console.invalid').searchParams.get('sso')
  const headers = { cookie: `${visit.cookie}; ${String(header).split(';')[0]}`, 'user-agent': chrome }
  const again = await api.call({ method: 'POST', url: '/api/v1/sso/session', body: { attempt }, headers })
  expect(again.status, again.text).toBe(200)
  expect(await alertsOf('View Only')).toEqual([])
})

test('the time is in the user’s time zone', async () => {
  const body = { default_time_zone: 'Pacific/Honolulu' }
  await api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/1', body })
  await signIn('Manager')
  await signIn('Manager', { address: german })
  await expect.poll(() => mails).toHaveLength(1)
  expect(mails[0]?.text).toMatch(/Time: .+ HST/)
})

test('a mail server that refuses keeps no one from signing in, and the email is sent later', async () => {
  await signIn('Manager')
  refusal = 'The mail server is on holiday.'
  expect((await signIn('Manager', { address: german })).status).toBe(200)
  await expect.poll(async () => (await alertsOf('Manager')).map(({ sentence }) => sentence)).toEqual([refusal])
  refusal = undefined
  await withSystem(api.services.database, (trx) => sql`update sign_in_alerts set next_try_at = now()`.execute(trx))
  await signIn('Manager', { address: german, program: chrome })
  await expect.poll(() => mails).toHaveLength(2)
})

test('a mail server that keeps refusing an email is logged once for it', async () => {
  const failures = async () => {
    const { rows } = await withFirm(api.services.database, 1, (trx) =>
      sql`select from system_events where action = 'sign_in_mail_failed'`.execute(trx),
    )
    return rows.length
  }
  const before = await failures()
  await signIn('Manager')
  refusal = 'The mail server is on holiday.'
  await signIn('Manager', { address: german })
  await expect.poll(async () => (await alertsOf('Manager')).map(({ sentence }) => sentence)).toEqual([refusal])
  refusal = 'The mail server is still on holiday.'
  await withSystem(api.services.database, (trx) => sql`update sign_in_alerts set next_try_at = now()`.execute(trx))
  await signIn('Manager', { address: german, program: chrome })
  await expect.poll(async () => (await alertsOf('Manager')).map(({ sentence }) => sentence)).toEqual([refusal, refusal])
  // Two emails: the first was refused twice.
  expect((await failures()) - before).toBe(2)
})

async function alertsOf(role: TestRole): Promise<{ sentence: string | null }[]> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ sentence: string | null }>`select sentence from sign_in_alerts
      where user_id = ${api.userIds[1][role]}::uuid order by created_at`.execute(trx),
  )
  return rows
}
