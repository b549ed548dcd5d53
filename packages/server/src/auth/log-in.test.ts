import { randomBytes, randomUUID } from 'node:crypto'
import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openReusedDatabase } from '../testing/database.ts'
import { makeAccessTokens } from './access-token.ts'
import type { AuthDeps } from './auth-deps.ts'
import { setPassword } from './change-password.ts'
import { createFirm } from './create-firm.ts'
import { type KnownBrowsers, makeKnownBrowsers } from './known-browsers.ts'
import { logIn } from './log-in.ts'
import { type HashSource, makePasswords } from './passwords.ts'

const minuteMs = 60_000
const email = 'ada@firm.example'
const password = 'correct horse 1'
let database: Database
let deps: AuthDeps & { browsers: KnownBrowsers }
let userId: string
let verified: (string | undefined)[]
let sources: HashSource[]
let time: number

beforeAll(async () => {
  database = await openReusedDatabase()
  const real = makePasswords({ memory: 64, passes: 1 })
  const now = () => new Date(time)
  time = Date.parse('2026-11-21T09:00:00Z')
  verified = []
  sources = []
  const passwords = {
    ...real,
    verify: (hash: string | undefined, given: string, source: HashSource) => {
      verified.push(hash)
      sources.push(source)
      return real.verify(hash, given, source)
    },
  }
  const browsers = makeKnownBrowsers(randomBytes(32), { isSecure: true })
  deps = { database, passwords, now, tokens: makeAccessTokens(randomBytes(32), now), browsers }
  const secrets = makeSecretBox(randomBytes(32))
  const made = await createFirm(
    { database, secrets, passwords },
    { name: 'Firm', hostNames: [], adminEmail: email, adminPassword: password },
  )
  userId = made.adminId
})
afterAll(() => database.close())

test('a password is checked whether or not there is an account, and even during a pause', async () => {
  const unknown = 'nobody@firm.example'
  for (let attempt = 0; attempt < 7; attempt++) await attemptAs(unknown, 'guess')
  expect(verified).toEqual(Array(7).fill(undefined))
})

test('a known and an unknown address get the same answers, up to and including the pause', async () => {
  await quietDay()
  const known = await answersTo(email, 8)
  const unknown = await answersTo('somebody@firm.example', 8)
  expect(known).toEqual(unknown)
  expect(known.slice(0, 5)).toEqual(Array(5).fill('refused'))
  expect(known.slice(5)).toEqual(Array(3).fill({ lockedUntil: new Date(time + minuteMs) }))
})

test('during a pause, the right password is refused like a wrong one; afterward it works', async () => {
  expect(await attemptAs(email, password)).toEqual(await attemptAs(email, 'wrong'))
  time += minuteMs
  expect(await attemptAs(email, password)).toHaveProperty('tokens')
})

test('each failure after a pause doubles the next one, up to a day, and a login resets them', async () => {
  const pauses: number[] = []
  for (let attempt = 0; attempt < 4; attempt++) await attemptAs(email, 'wrong')
  for (let pause = 0; pause < 13; pause++) {
    expect(await attemptAs(email, 'wrong')).toBe('refused')
    const until = await pausedUntil(email)
    pauses.push((until - time) / minuteMs)
    time = until
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440])
  expect(await attemptAs(email, password)).toHaveProperty('tokens')
  expect(await attemptAs(email, 'wrong')).toBe('refused')
  expect(await attemptAs(email, password)).toHaveProperty('tokens')
})

test('wrong passwords from one network keep no one out who is on another', async () => {
  await quietDay()
  await answersTo(email, 8)
  await pausedUntil(email)
  expect(await attemptAs(email, password, { network: '198.51.100.7' })).toHaveProperty('tokens')
})

test('guesses from many networks are slowed down together, for an hour at most', async () => {
  await quietDay()
  const target = 'rented@firm.example'
  const answers: unknown[] = []
  for (let n = 0; n < 22; n++) answers.push(await attemptAs(target, 'guess', { network: `10.0.0.${n}` }))
  expect(answers.slice(0, 20)).toEqual(Array(20).fill('refused'))
  expect(answers.slice(20)).toEqual(Array(2).fill({ lockedUntil: new Date(time + minuteMs) }))
  for (let n = 0; n < 10; n++) {
    time = await pausedUntil(target, '10.0.1.1')
    expect(await attemptAs(target, 'guess', { network: `10.0.2.${n}` })).toBe('refused')
  }
  expect((await pausedUntil(target, '10.0.1.1')) - time).toBe(60 * minuteMs)
})

test('a browser in which the owner has logged in before lets them in, whatever strangers do', async () => {
  await quietDay()
  const cookies = await knownBrowser()
  for (let n = 0; n < 25; n++) await attemptAs(email, 'guess', { network: `10.0.3.${n}` })
  await pausedUntil(email, 'their own')
  expect(await attemptAs(email, password, { network: 'their own', cookies })).toHaveProperty('tokens')
  await pausedUntil(email, 'their own')
})

test('a known browser has pauses of its own, which neither end nor begin those of others', async () => {
  await quietDay()
  const cookies = await knownBrowser()
  for (let n = 0; n < 5; n++) expect(await attemptAs(email, 'wrong', { cookies })).toBe('refused')
  const expected = { lockedUntil: new Date(time + minuteMs) }
  expect(await attemptAs(email, password, { cookies })).toEqual(expected)
  const again = cookieFrom(await attemptAs(email, password))
  expect(await attemptAs(email, password, { cookies: again })).toHaveProperty('tokens')
  expect(await attemptAs(email, password, { cookies }), 'logging in elsewhere ends no pause').toEqual(expected)
})

test('an address is the same in upper and lower case, whatever the locale of the database knows of its letters', async () => {
  await quietDay()
  const admin = sql`select security_role_id from users where id = ${userId}::uuid`
  const otherId = randomUUID()
  const hash = await deps.passwords.hash(password, 'installation')
  await withFirm(database, 1, async (trx) => {
    await sql`insert into users (firm_id, id, email, full_name, security_role_id)
      values (1, ${otherId}::uuid, 'JÄGER@firm.example', 'Ada Jäger', (${admin}))`.execute(trx)
    await setPassword(trx, { firmId: 1, userId: otherId, email: 'JÄGER@firm.example', hash, now: new Date(time) })
  })
  expect(await attemptAs('jäger@firm.example', password)).toHaveProperty('tokens')
  expect(await attemptAs('Jäger@Firm.example', password)).toHaveProperty('tokens')
})

test('a password is checked among those of people who are known only in the browser of its owner', async () => {
  await quietDay()
  const cookies = await knownBrowser()
  sources.length = 0
  await attemptAs(email, password, { cookies })
  await attemptAs(email, password)
  await attemptAs('nobody@firm.example', password, { cookies })
  expect(sources).toEqual([{ firmId: 1, userId }, { network: '192.0.2.1' }, { network: '192.0.2.1' }])
})

test('a new password ends every pause of its account', async () => {
  await quietDay()
  const cookies = await knownBrowser()
  for (let n = 0; n < 25; n++) await attemptAs(email, 'wrong', { network: `10.0.4.${n % 5}` })
  for (let n = 0; n < 5; n++) await attemptAs(email, 'wrong', { cookies })
  await pausedUntil(email, '10.0.4.1')
  const hash = await deps.passwords.hash(password, 'installation')
  await withFirm(database, 1, (trx) => setPassword(trx, { firmId: 1, userId, email, hash, now: new Date(time) }))
  expect(await attemptAs(email, password, { network: '10.0.4.1' })).toHaveProperty('tokens')
  expect(await attemptAs(email, password, { cookies })).toHaveProperty('tokens')
})

test.each([
  [
    'password is another',
    (hash: string) => (trx: Trx) => setPassword(trx, { firmId: 1, userId, email, hash, now: new Date(time) }),
  ],
  ['user is deactivated', () => (trx: Trx) => sql`update users set is_active = false`.execute(trx)],
  ['firm has turned single sign-on on', () => (trx: Trx) => sql`update firms set signon_type = 'oidc'`.execute(trx)],
])('no session is opened where, once the password was checked, the %s', async (what, change) => {
  await quietDay()
  const next = await deps.passwords.hash('correct horse 2', 'installation')
  const verify: typeof deps.passwords.verify = async (...given) => {
    const isRight = await deps.passwords.verify(...given)
    await withFirm(database, 1, async (trx) => void (await change(next)(trx)))
    return isRight
  }
  const changing = { ...deps, passwords: { ...deps.passwords, verify } }
  await withFirm(database, 1, (trx) => sql`delete from sessions`.execute(trx))
  const answer = await logIn(changing, { firmId: 1, email, password, network: '192.0.2.1' })
  expect(answer, what).toBe('refused')
  const { rows } = await withFirm(database, 1, (trx) => sql`select id from sessions`.execute(trx))
  expect(rows).toEqual([])
  const hash = await deps.passwords.hash(password, 'installation')
  await withFirm(database, 1, async (trx) => {
    await sql`update users set is_active = true`.execute(trx)
    await sql`update firms set signon_type = 'local'`.execute(trx)
    await setPassword(trx, { firmId: 1, userId, email, hash, now: new Date(time) })
  })
  expect(await attemptAs(email, password)).toHaveProperty('tokens')
})

test('simultaneous guesses get no more tries than sequential ones', async () => {
  const target = 'guessed@firm.example'
  const answers = await Promise.all(Array.from({ length: 20 }, () => attemptAs(target, 'guess')))
  expect(answers.filter((answer) => answer === 'refused').length).toBe(5)
})

test('failures are forgotten after a quiet day, and their rows deleted', async () => {
  time += 25 * 60 * minuteMs
  await attemptAs('new@firm.example', 'guess')
  const { rows } = await withFirm(database, 1, (trx) => sql`select email_key from login_failures`.execute(trx))
  expect(rows.length).toBe(2)
  expect(JSON.stringify(rows)).not.toContain('new@')
})

test('a user who never had a password cannot log in with any', async () => {
  await withFirm(database, 1, (trx) => sql`delete from user_secrets`.execute(trx))
  expect(await attemptAs(email, password)).toBe('refused')
  expect(await attemptAs(email, '')).toBe('refused')
})

function attemptAs(address: string, given: string, from: { network?: string; cookies?: string } = {}) {
  return logIn(deps, { firmId: 1, email: address, password: given, network: '192.0.2.1', ...from })
}

/** Makes everything before it forgotten. */
async function quietDay(): Promise<void> {
  time += 25 * 60 * minuteMs
  await attemptAs('quiet@firm.example', 'x')
}

/** Returns when the pause ends in which even the right password is refused. */
async function pausedUntil(address: string, network = '192.0.2.1'): Promise<number> {
  const answer = await attemptAs(address, password, { network })
  if (typeof answer !== 'object' || !('lockedUntil' in answer)) throw new Error('attempts should pause')
  return answer.lockedUntil.getTime()
}

/** Returns the cookie that a browser sends after its user has logged in. */
async function knownBrowser(): Promise<string> {
  return cookieFrom(await attemptAs(email, password, { network: '203.0.113.9' }))
}

function cookieFrom(answer: Awaited<ReturnType<typeof logIn>>): string {
  if (typeof answer !== 'object' || !('browserCookie' in answer)) throw new Error('the login should succeed')
  return answer.browserCookie.split(';')[0] ?? ''
}

async function answersTo(address: string, count: number) {
  const answers: unknown[] = []
  for (let attempt = 0; attempt < count; attempt++) answers.push(await attemptAs(address, 'guess'))
  return answers
}
