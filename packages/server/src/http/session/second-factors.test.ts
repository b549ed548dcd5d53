import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole, testPassword } from '../../testing/api.ts'
import { answerStep, codeAt, cookieOf, dropFactors, enrolTotp, enterPassword, logIn } from '../../testing/factors.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
})
afterEach(async () => {
  api.clock.advance(60_000)
  for (const role of ['Docketing', 'Manager'] as const) await dropFactors(api, role)
  // The sessions of the users ended with their factors, and the helper of the tests signs in again after half an hour.
  api.clock.advance(31 * 60_000)
})
afterAll(() => api.close())

test('without a second factor a right password signs in, and the answer is the one of the specification', async () => {
  const answer = await logIn(api, 'Docketing')
  expect(answer.status, answer.text).toBe(200)
  expect(Object.keys(answer.json()).toSorted()).toEqual([
    ...['access_token', 'expires_in', 'refresh_token', 'token_type', 'user'],
  ])
})

test('an authenticator app counts only once a code has confirmed it', async () => {
  await api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/auth/factors/totp' })
  expect((await logIn(api, 'Docketing')).json().access_token).toBeTypeOf('string')
  const confirm = { as: 'Docketing' as const, method: 'POST' as const, url: '/api/v1/auth/factors/totp/confirm' }
  const wrong = await api.call({ ...confirm, body: { code: '000000' } })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('"field":"code","code":"wrong_code"')
  expect((await logIn(api, 'Docketing')).json().access_token).toBeTypeOf('string')
  const { codes } = await enrolTotp(api, 'Docketing')
  expect(codes).toHaveLength(10)
  expect((await logIn(api, 'Docketing')).json().access_token).toBeUndefined()
  expect((await api.call({ ...confirm, body: { code: '000000' } })).status).toBe(409)
})

test('after the right password comes a code, and only then a session', async () => {
  const { secret } = await enrolTotp(api, 'Docketing')
  api.clock.advance(60_000)
  const step = await enterPassword(api, 'Docketing')
  expect(step.answer.text).not.toContain('token')
  expect(step.answer.text).not.toContain('docketing@')
  expect(step.ways).toEqual(['totp', 'recovery'])
  const cookie = String(step.answer.headers['set-cookie'])
  expect(cookie).toMatch(
    /^courtcrier_factor_[\da-f]{32}=[\w-]{43}; Path=\/api\/v1\/auth\/login; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
  )
  const signedIn = await answerStep(api, step, { way: 'totp', code: codeAt(api, secret) })
  expect(signedIn.status, signedIn.text).toBe(200)
  const headers = { authorization: `Bearer ${signedIn.json().access_token}` }
  expect((await api.call({ url: '/api/v1/auth/me.json', headers })).json().id).toBe(api.userIds[1].Docketing)
  expect(await eventsOf('signed_in_code')).toEqual(['A Docketing signed in with a password and a code.'])
  expect(cookieOf(signedIn)).toMatch(/courtcrier_factor_[\da-f]{32}=$/)
})

test('a code works once, and so does the question', async () => {
  const { secret } = await enrolTotp(api, 'Docketing')
  api.clock.advance(60_000)
  const [first, second] = [await enterPassword(api, 'Docketing'), await enterPassword(api, 'Docketing')]
  const code = codeAt(api, secret)
  expect((await answerStep(api, first, { way: 'totp', code })).status).toBe(200)
  const replayed = await answerStep(api, second, { way: 'totp', code })
  expect(replayed.status).toBe(401)
  expect(replayed.text).toContain('wrong or was already used')
  expect((await answerStep(api, first, { way: 'totp', code: codeAt(api, secret, 30) })).text).toContain('already used')
  expect((await answerStep(api, second, { way: 'totp', code: codeAt(api, secret, 30) })).status).toBe(200)
})

test('a new password ends the questions that the former one led to', async () => {
  const { secret } = await enrolTotp(api, 'Manager')
  api.clock.advance(60_000)
  const step = await enterPassword(api, 'Manager')
  const change = (current: string, next: string) =>
    api.call({
      ...{ as: 'Manager', method: 'PUT', url: `/api/v1/auth/${api.userIds[1].Manager}/change-password` },
      body: { current_password: current, new_password: next },
    })
  expect((await change(testPassword, 'another horse 2')).status).toBe(204)
  const late = await answerStep(api, step, { way: 'totp', code: codeAt(api, secret) })
  expect([late.status, late.json().access_token]).toEqual([401, undefined])
  expect((await change('another horse 2', testPassword)).status).toBe(204)
})

test('the clock of the app may be off by one step, not by two', async () => {
  const { secret } = await enrolTotp(api, 'Docketing')
  api.clock.advance(10 * 60_000)
  const step = await enterPassword(api, 'Docketing')
  for (const off of [-60, 60]) {
    expect((await answerStep(api, step, { way: 'totp', code: codeAt(api, secret, off) })).status).toBe(401)
  }
  expect((await answerStep(api, step, { way: 'totp', code: codeAt(api, secret, -30) })).status).toBe(200)
})

test('the question is for the browser that entered the password, and for ten minutes', async () => {
  const { secret } = await enrolTotp(api, 'Docketing')
  api.clock.advance(60_000)
  const step = await enterPassword(api, 'Docketing')
  const other = await enterPassword(api, 'Docketing')
  for (const cookie of ['', other.cookie, step.cookie.replace(/=.*/, '=x')]) {
    const stolen = await answerStep(api, { ...step, cookie }, { way: 'totp', code: codeAt(api, secret) })
    expect(stolen.status).toBe(401)
    expect(stolen.text).toContain('was started in another browser')
  }
  api.clock.advance(10 * 60_000)
  expect((await answerStep(api, step, { way: 'totp', code: codeAt(api, secret) })).text).toContain('ten minutes')
})

test('wrong codes are slowed down, even if the right password is entered between them', async () => {
  const { secret } = await enrolTotp(api, 'Manager')
  api.clock.advance(60_000)
  for (let attempt = 0; attempt < 5; attempt++) {
    const step = await enterPassword(api, 'Manager')
    expect((await answerStep(api, step, { way: 'totp', code: '000000' })).status).toBe(401)
  }
  const step = await enterPassword(api, 'Manager')
  const paused = await answerStep(api, step, { way: 'totp', code: codeAt(api, secret) })
  expect(paused.status).toBe(429)
  expect(Number(paused.headers['retry-after'])).toBeGreaterThan(0)
  api.clock.advance(61_000)
  expect((await answerStep(api, step, { way: 'totp', code: codeAt(api, secret) })).status).toBe(200)
  expect((await eventsOf('factor_failed')).at(-1)).toContain('too many failed attempts')
})

test('a wrong password tells nothing of a second factor', async () => {
  const without = await logIn(api, 'Docketing', 'wrong horse 1')
  await enrolTotp(api, 'Docketing')
  const withOne = await logIn(api, 'Docketing', 'wrong horse 1')
  expect(withOne.status).toBe(without.status)
  expect(withOne.text).toBe(without.text)
  expect(withOne.headers['set-cookie']).toBe(without.headers['set-cookie'])
})

test('each recovery code works once, is told by email, and new ones end the former', async () => {
  const { codes } = await enrolTotp(api, 'Docketing')
  const [code = '', other = ''] = codes
  const spelled = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
  const step = await enterPassword(api, 'Docketing')
  expect((await answerStep(api, step, { way: 'recovery', code: spelled })).status).toBe(200)
  expect(await eventsOf('signed_in_recovery')).toHaveLength(1)
  await expect.poll(() => api.mails.map(({ subject }) => subject).join()).toContain('A recovery code was used')
  const again = await enterPassword(api, 'Docketing')
  expect((await answerStep(api, again, { way: 'recovery', code })).status).toBe(401)
  const left = async () => (await own('Docketing')).recovery_codes_left
  expect(await left()).toBe(9)
  const made = await api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/auth/factors/recovery-codes' })
  expect(made.json().recovery_codes).toHaveLength(10)
  expect((await answerStep(api, again, { way: 'recovery', code: other })).status).toBe(401)
  expect(await left()).toBe(10)
})

test('neither the secret nor a recovery code is stored readably', async () => {
  const { secret, codes } = await enrolTotp(api, 'Docketing')
  const stored = await withFirm(api.services.database, 1, async (trx) => {
    const { rows: totp } = await sql`select encode(secret, 'escape') as secret from totp_factors`.execute(trx)
    const { rows: recovery } = await sql`select * from recovery_codes`.execute(trx)
    return JSON.stringify([totp, recovery])
  })
  expect(stored).not.toContain(secret)
  for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  expect(api.logged()).not.toContain(secret)
})

test('what is added and removed is logged and told by email; with the last factor the recovery codes go', async () => {
  await api.call({
    as: 'Administrator',
    method: 'PUT',
    url: '/api/v1/firm/1',
    body: { default_time_zone: 'Pacific/Honolulu' },
  })
  await enrolTotp(api, 'Docketing')
  await expect.poll(() => api.mails.at(-1)?.text).toContain('An authenticator app was added')
  expect(api.mails.at(-1)?.text).toMatch(/on [A-Z][a-z]{2} \d+, \d{4}, .+ HST\.$/m)
  expect(api.mails.at(-1)?.to).toBe('docketing@one.example')
  const removed = await api.call({ as: 'Docketing', method: 'DELETE', url: '/api/v1/auth/factors/totp' })
  expect(removed.status, removed.text).toBe(204)
  await expect.poll(() => api.mails.at(-1)?.text).toContain('The authenticator app was removed')
  expect(await own('Docketing')).toMatchObject({ totp_since: null, recovery_codes_left: 0, is_required: false })
  expect(await eventsOf('totp_added')).toContain('A Docketing added an authenticator app.')
  expect(await eventsOf('totp_removed')).toContain('A Docketing removed the authenticator app.')
  expect((await logIn(api, 'Docketing')).json().access_token).toBeTypeOf('string')
  const twice = await api.call({ as: 'Docketing', method: 'DELETE', url: '/api/v1/auth/factors/totp' })
  expect(twice.status).toBe(404)
})

test('an administrator removes the factors of someone who lost them; their sessions end', async () => {
  await enrolTotp(api, 'Docketing')
  const session = { authorization: `Bearer ${await api.tokenOf('Docketing')}` }
  const url = `/api/v1/user/${api.userIds[1].Docketing}/factors`
  const seen = await api.call({ as: 'Administrator', url })
  expect(seen.json()).toEqual({ has_totp: true, passkeys: 0, recovery_codes_left: 10 })
  for (const as of ['Manager', 'View Only', 'Docketing'] as const)
    expect((await api.call({ as, method: 'DELETE', url })).status, as).toBe(403)
  expect((await api.call({ as: 'Administrator', method: 'DELETE', url })).status).toBe(204)
  await expect.poll(async () => (await api.call({ url: '/api/v1/ping', headers: session })).status).toBe(401)
  expect((await logIn(api, 'Docketing')).json().access_token).toBeTypeOf('string')
  expect(await eventsOf('factors_reset')).toContain('Ada Administrator removed all second factors of A Docketing.')
  await expect.poll(() => api.mails.at(-1)?.text).toContain('An administrator removed all second factors')
  const foreign = `/api/v1/user/${api.userIds[2].Docketing}/factors`
  expect((await api.call({ as: 'Administrator', method: 'DELETE', url: foreign })).status).toBe(404)
})

async function own(as: TestRole) {
  return (await api.call({ as, url: '/api/v1/auth/factors' })).json()
}

test('a recovery code, and a code of the app, that several browsers send at the same moment count once', async () => {
  const { secret, codes } = await enrolTotp(api, 'Docketing')
  for (const way of ['recovery', 'totp'] as const) {
    api.clock.advance(60_000)
    const steps = [await enterPassword(api, 'Docketing'), await enterPassword(api, 'Docketing')]
    const code = way === 'recovery' ? codes[0] : codeAt(api, secret)
    const answers = await Promise.all(steps.map((step) => answerStep(api, step, { way, code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  }
})

test('an authenticator app from before the server’s key was replaced is named as the problem, and a recovery code helps', async () => {
  const { secret, codes } = await enrolTotp(api, 'Docketing')
  const sealed = Buffer.from(makeSecretBox(Buffer.alloc(32, 7)).seal(secret, 'of another key'))
  await withFirm(api.services.database, 1, (trx) => sql`update totp_factors set secret = ${sealed}::bytea`.execute(trx))
  api.clock.advance(60_000)
  const step = await enterPassword(api, 'Docketing')
  const refused = await answerStep(api, step, { way: 'totp', code: codeAt(api, secret) })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('another secret key')])
  expect((await answerStep(api, step, { way: 'recovery', code: codes[0] })).status).toBe(200)
})

async function eventsOf(action: string): Promise<string[]> {
  return withFirm(api.services.database, 1, async (trx) => {
    const { rows } = await sql<{ sentence: string }>`
      select sentence from system_events where action = ${action} order by created_at, id`.execute(trx)
    return rows.map(({ sentence }) => sentence)
  })
}
