import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccessTokens } from '../auth/access-token.ts'
import { lookUpForgotten, sendResetLink } from '../auth/password-reset.ts'
import { makePasswords } from '../auth/passwords.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole, testEmail, testPassword } from '../testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

test('a password is changed with the current one, as JSON', async () => {
  const { access } = await signIn('Manager', testPassword)
  const answer = await change(access, 'Manager', { current_password: testPassword, new_password: 'manager pass 2' })
  expect(answer.status).toBe(204)
  expect(await statusOfLogIn('Manager', testPassword)).toBe(401)
  expect(await statusOfLogIn('Manager', 'manager pass 2')).toBe(200)
})

test('a password is changed as protobuf: currentPassword = 1, newPassword = 2', async () => {
  const { access } = await signIn('View Only', testPassword)
  const next = 'Kennwort für später ✓'
  const answer = await change(access, 'View Only', message(testPassword, next))
  expect(answer.status).toBe(204)
  expect(await statusOfLogIn('View Only', next)).toBe(200)
})

test('the same characters composed differently are the same password', async () => {
  expect(await statusOfLogIn('View Only', 'Kennwort für später ✓'.normalize('NFD'))).toBe(200)
})

test.each([
  ['nothing at all', Buffer.alloc(0), 400, 'current_password'],
  ['only a field nobody knows', Buffer.of(0x1a, 1, 97), 400, 'current_password'],
  ['a text that is cut off', Buffer.of(0x0a, 9, 97), 400, 'malformed_request'],
  ['a length that never ends', Buffer.of(0x0a, 255, 255, 255, 255, 255, 1), 400, 'malformed_request'],
  ['a text that is not UTF-8', Buffer.of(0x0a, 1, 0xff), 400, 'malformed_request'],
])('a protobuf body with %s is refused', async (_, body, status, words) => {
  const { access } = await signIn('Administrator', testPassword)
  const answer = await change(access, 'Administrator', body)
  expect(answer.status, answer.text).toBe(status)
  expect(answer.text).toContain(words)
})

test('the current password must be right, and wrong ones slow down like failed logins', async () => {
  const { access } = await signIn('Docketing', testPassword)
  const body = { current_password: 'wrong horse', new_password: 'docketing pass 2' }
  for (let attempt = 0; attempt < 5; attempt++) {
    const answer = await change(access, 'Docketing', body)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('"field":"current_password","code":"wrong_password"')
  }
  const right = { ...body, current_password: testPassword }
  expect((await change(access, 'Docketing', right)).status).toBe(429)
  api.clock.advance(61_000)
  expect((await change(access, 'Docketing', right)).status).toBe(204)
})

test('a short new password is refused, naming the field', async () => {
  const answer = await change(await api.tokenOf('Administrator'), 'Administrator', {
    current_password: testPassword,
    new_password: '1234567',
  })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('"field":"new_password","code":"password_too_short"')
})

test("no one changes another user's password", async () => {
  const body = { current_password: testPassword, new_password: 'taken over 1' }
  const answer = await change(await api.tokenOf('Administrator'), 'Manager', body)
  expect(answer.status).toBe(403)
})

test('changing the password ends every other session of the user, and is logged', async () => {
  const [kept, other] = [await signIn('Administrator', testPassword), await signIn('Administrator', testPassword)]
  const body = { current_password: testPassword, new_password: 'administrator pass 2' }
  expect((await change(kept.access, 'Administrator', body)).status).toBe(204)
  await expect.poll(() => ping(other.access)).toBe(401)
  expect(await ping(kept.access)).toBe(200)
  expect(await eventSentences('object update')).toContain(`The password of ${testEmail('Administrator')} was changed.`)
})

test('a user who forgot the password sets a new one by the emailed link, once, and every session ends', async () => {
  const before = await signIn('Manager', 'manager pass 2')
  const token = await askForLink('Manager')
  const reset = { email: testEmail('Manager'), token, new_password: 'manager pass 3' }
  expect((await useLink(reset)).status).toBe(204)
  expect(await statusOfLogIn('Manager', 'manager pass 3')).toBe(200)
  expect(await statusOfLogIn('Manager', 'manager pass 2')).toBe(401)
  await expect.poll(() => ping(before.access)).toBe(401)
  expect((await useLink({ ...reset, new_password: 'manager pass 4' })).status).toBe(400)
})

test('a link works for an hour, for its own address only', async () => {
  api.clock.advance(3_600_000)
  const token = await askForLink('Manager')
  const reset = { email: testEmail('View Only'), token, new_password: 'manager pass 5' }
  expect((await useLink(reset)).status).toBe(400)
  api.clock.advance(3_600_000)
  expect((await useLink({ ...reset, email: testEmail('Manager') })).status).toBe(400)
})

test("a link is emailed to the account's address, leads to this installation, and is stored as a hash", async () => {
  api.clock.advance(3_600_000)
  const token = await askForLink('Manager')
  const mail = api.mails.at(-1)
  expect(mail?.to).toBe(testEmail('Manager'))
  expect(mail?.text).toContain('http://one.example:8420/password-reset?')
  const { rows } = await withFirm(api.services.database, 1, (trx) => sql`select * from password_resets`.execute(trx))
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('asking again within a minute sends no second email', async () => {
  const count = api.mails.length
  expect((await forgot(testEmail('Manager'))).status).toBe(204)
  api.clock.advance(61_000)
  await askForLink('Manager')
  expect(api.mails.length).toBe(count + 1)
})

test("a link's minute and hour start with the request, however busy the database is", async () => {
  const now = () => api.clock.now
  const tokens = makeAccessTokens(randomBytes(32), now)
  const deps = { ...api.services, tokens, passwords: makePasswords(), now, publicUrl: 'http://one.example' }
  const found = await lookUpForgotten(deps, 1, testEmail('Docketing'))
  const asked = api.clock.now.getTime()
  const sent = sendResetLink({ ...deps, sendMail: async () => ({ accepted: true, response: '250 OK' }) }, 1, found)
  api.clock.advance(30_000)
  await sent
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ expiresAt: Date }>`select expires_at as "expiresAt" from password_resets
      where user_id = ${api.userIds[1].Docketing}::uuid`.execute(trx),
  )
  expect(rows.map(({ expiresAt }) => expiresAt.getTime() - asked)).toEqual([3_600_000])
})

test('a reset ends the pause of its account', async () => {
  for (let attempt = 0; attempt < 5; attempt++) await statusOfLogIn('Manager', 'wrong horse')
  expect(await statusOfLogIn('Manager', 'manager pass 3')).toBe(429)
  api.clock.advance(61_000)
  const token = await askForLink('Manager')
  await useLink({ email: testEmail('Manager'), token, new_password: 'manager pass 6' })
  expect(await statusOfLogIn('Manager', 'manager pass 6')).toBe(200)
})

test('a firm that hides unknown addresses gives the same answer for known and unknown ones', async () => {
  await withFirm(api.services.database, 1, (trx) => sql`update firms set hides_unknown_emails = true`.execute(trx))
  const unknown = await forgot('nobody@one.example')
  api.clock.advance(61_000)
  const known = await forgot(testEmail('View Only'))
  expect([unknown.status, known.status]).toEqual([204, 204])
  expect(known.text).toBe(unknown.text)
  await expect.poll(() => api.mails.at(-1)?.to).toBe(testEmail('View Only'))
  expect(api.mails.map((mail) => mail.to)).not.toContain('nobody@one.example')
})

test('a mail server that refuses the link is logged, and the user may ask again at once', async () => {
  const refusals = ['The mail server is on holiday.', 'The mail server is still on holiday.']
  const waiting = [...refusals]
  const other = await openTestApi({ sendMail: async () => ({ retry: waiting.shift() ?? '' }) })
  const ask = () => other.call({ method: 'POST', url: '/api/v1/auth/forgot', body: { email: testEmail('Manager') } })
  for (const refusal of refusals) {
    expect((await ask()).status).toBe(204)
    const expected = `The password reset link couldn't be emailed to ${testEmail('Manager')}. ${refusal}`
    await expect.poll(() => eventSentences('other', other)).toContain(expected)
  }
  await other.close()
})

test('no password, token or link is ever logged', async () => {
  const { access, refresh } = await signIn('View Only', 'Kennwort für später ✓')
  await api.call({ url: `/password-reset?token=${refresh}`, headers: { ...bearer(access), accept: 'text/html' } })
  const log = api.logged()
  expect(log).toContain('"msg":"request"')
  const sent = api.mails.flatMap((mail) => /token=([\w-]+)/.exec(mail.text)?.[1] ?? [])
  const secrets = [access, refresh, testPassword, 'manager pass', 'Kennwort', ...sent]
  expect(sent.length).toBeGreaterThan(3)
  for (const secret of secrets) expect(log).not.toContain(secret)
})

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

function change(token: string, role: TestRole, body: object) {
  const url = `/api/v1/auth/${api.userIds[1][role]}/change-password`
  return api.call({ method: 'PUT', url, body, headers: bearer(token) })
}

/** Encodes `message ChangePassword` by hand: tag, length, bytes. */
function message(...texts: readonly string[]): Buffer {
  const parts = texts.map((text, index) => {
    const bytes = Buffer.from(text)
    return Buffer.concat([Buffer.of((index + 1) * 8 + 2, bytes.length), bytes])
  })
  return Buffer.concat(parts)
}

async function ping(token: string): Promise<number> {
  return (await api.call({ url: '/api/v1/ping', headers: bearer(token) })).status
}

function logIn(role: TestRole, password: string) {
  return api.call({ method: 'POST', url: '/api/v1/auth/login', body: { username: testEmail(role), password } })
}

async function statusOfLogIn(role: TestRole, password: string): Promise<number> {
  return (await logIn(role, password)).status
}

async function signIn(role: TestRole, password: string) {
  const answer = (await logIn(role, password)).json()
  return { access: String(answer.access_token), refresh: String(answer.refresh_token) }
}

function forgot(email: string) {
  return api.call({ method: 'POST', url: '/api/v1/auth/forgot', body: { email } })
}

async function askForLink(role: TestRole): Promise<string> {
  const count = api.mails.length
  expect((await forgot(testEmail(role))).status).toBe(204)
  await expect.poll(() => api.mails.length).toBe(count + 1)
  const token = /token=([\w-]+)/.exec(api.mails.at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error('the mail has no link')
  return token
}

function useLink(body: object) {
  return api.call({ method: 'POST', url: '/api/v1/auth/reset', body })
}

async function eventSentences(type: string, where = api): Promise<string[]> {
  return withFirm(where.services.database, 1, async (trx) => {
    const { rows } = await sql<{ sentence: string }>`select sentence from system_events where type = ${type}`.execute(
      trx,
    )
    return rows.map((row) => row.sentence)
  })
}
