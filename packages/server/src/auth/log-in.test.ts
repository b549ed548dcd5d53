import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { makeSecretBox } from '../base/lib/secret-box.ts'
import { openReusedDatabase } from '../testing/database.ts'
import { makeAccessTokens } from './access-token.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createFirm } from './create-firm.ts'
import { logIn } from './log-in.ts'
import { makePasswords } from './passwords.ts'

const minuteMs = 60_000
const email = 'ada@firm.example'
const password = 'correct horse 1'
let database: Database
let deps: AuthDeps
let verified: (string | undefined)[]
let time: number

beforeAll(async () => {
  database = await openReusedDatabase()
  const real = makePasswords({ memory: 64, passes: 1 })
  const now = () => new Date(time)
  time = Date.parse('2026-11-21T09:00:00Z')
  verified = []
  const passwords = {
    ...real,
    verify: (hash: string | undefined, given: string) => {
      verified.push(hash)
      return real.verify(hash, given)
    },
  }
  deps = { database, passwords, now, tokens: makeAccessTokens(randomBytes(32), now) }
  const secrets = makeSecretBox(randomBytes(32))
  await createFirm(
    { database, secrets, passwords },
    { name: 'Firm', hostNames: [], adminEmail: email, adminPassword: password },
  )
})
afterAll(() => database.close())

test('a password is checked whether or not there is an account, and even while the account is locked', async () => {
  const unknown = 'nobody@firm.example'
  for (let attempt = 0; attempt < 7; attempt++) await attemptAs(unknown, 'guess')
  expect(verified).toEqual(Array(7).fill(undefined))
})

test('a known and an unknown address get the same answers, up to and including the lock', async () => {
  time += 24 * 60 * minuteMs
  const known = await answersTo(email, 8)
  const unknown = await answersTo('somebody@firm.example', 8)
  expect(known).toEqual(unknown)
  expect(known.slice(0, 5)).toEqual(Array(5).fill('refused'))
  expect(known.slice(5)).toEqual(Array(3).fill({ lockedUntil: new Date(time + 15 * minuteMs) }))
})

test('while locked, the right password is refused like a wrong one; afterward it works', async () => {
  expect(await attemptAs(email, password)).toEqual(await attemptAs(email, 'wrong'))
  time += 15 * minuteMs
  expect(await attemptAs(email, password)).toHaveProperty('tokens')
})

test('each failure after a lock doubles the next one, up to a day, and a login resets them', async () => {
  const locks: number[] = []
  for (let attempt = 0; attempt < 4; attempt++) await attemptAs(email, 'wrong')
  for (let lock = 0; lock < 9; lock++) {
    expect(await attemptAs(email, 'wrong')).toBe('refused')
    const locked = await attemptAs(email, 'wrong')
    if (typeof locked !== 'object' || !('lockedUntil' in locked)) throw new Error('it should be locked')
    locks.push((locked.lockedUntil.getTime() - time) / minuteMs)
    time = locked.lockedUntil.getTime()
  }
  expect(locks).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440])
  expect(await attemptAs(email, password)).toHaveProperty('tokens')
  expect(await attemptAs(email, 'wrong')).toBe('refused')
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
  expect(rows.length).toBe(1)
  expect(JSON.stringify(rows)).not.toContain('new@')
})

test('a user who never had a password cannot log in with any', async () => {
  await withFirm(database, 1, (trx) => sql`delete from user_secrets`.execute(trx))
  expect(await attemptAs(email, password)).toBe('refused')
  expect(await attemptAs(email, '')).toBe('refused')
})

function attemptAs(address: string, given: string) {
  return logIn(deps, { firmId: 1, email: address, password: given })
}

async function answersTo(address: string, count: number) {
  const answers: unknown[] = []
  for (let attempt = 0; attempt < count; attempt++) answers.push(await attemptAs(address, 'guess'))
  return answers
}
