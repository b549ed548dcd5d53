import { ApiError } from '@courtcrier/contract/errors.ts'
import { beforeAll, expect, test } from 'vitest'
import { makePasswords, type Passwords, passwordProblem } from './passwords.ts'

const cheap = { memory: 64, passes: 1 }
let passwords: Passwords
let hash: string
beforeAll(async () => {
  passwords = makePasswords(cheap)
  hash = await passwords.hash('correct horse')
})

test('the right password is accepted and others are not', async () => {
  expect(await passwords.verify(hash, 'correct horse')).toBe(true)
  expect(await passwords.verify(hash, 'correct horsf')).toBe(false)
  expect(await passwords.verify(hash, '')).toBe(false)
})

test('without an account no password is accepted, not even that of the dummy hash', async () => {
  expect(await passwords.verify(undefined, 'no one has this password')).toBe(false)
})

test('hashes are Argon2id at the cost OWASP recommends, and no two are alike', async () => {
  const usual = makePasswords()
  const [one, two] = await Promise.all([usual.hash('same password'), usual.hash('same password')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('a flood is refused instead of filling the memory, and takes up no places afterward', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.verify(hash, 'guess')))
  const turnedAway = flood.filter((result) => result.status === 'rejected')
  expect(turnedAway.length).toBe(300 - 204)
  for (const { reason } of turnedAway) expect((reason as ApiError).code).toBe('too_many_requests')
  expect(await passwords.verify(hash, 'correct horse')).toBe(true)
  expect(turnedAway[0]?.reason).toBeInstanceOf(ApiError)
})

test.each([
  ['', 'password_required'],
  [undefined, 'password_required'],
  [' '.repeat(8), 'password_required'],
  ['1234567', 'password_too_short'],
  ['🔑🔑🔑🔑', 'password_too_short'],
  ['12345678', undefined],
  ['x'.repeat(1001), 'too_long:1000'],
])('choosing the password %j is answered with %s', (password, code) => {
  expect(passwordProblem(password)).toBe(code)
})
