import { ApiError } from '@courtcrier/contract/errors.ts'
import { beforeAll, expect, test } from 'vitest'
import { makePasswords, type Passwords, passwordProblem } from './passwords.ts'

const cheap = { memory: 64, passes: 1 }
const from = { network: '192.0.2.1' }
let passwords: Passwords
let hash: string
beforeAll(async () => {
  passwords = makePasswords(cheap)
  hash = await passwords.hash('correct horse', from)
})

test('the right password is accepted and others are not', async () => {
  expect(await passwords.verify(hash, 'correct horse', from)).toBe(true)
  expect(await passwords.verify(hash, 'correct horsf', from)).toBe(false)
  expect(await passwords.verify(hash, '', from)).toBe(false)
})

test('without an account no password is accepted, not even that of the dummy hash', async () => {
  expect(await passwords.verify(undefined, 'no one has this password', from)).toBe(false)
})

test('hashes are Argon2id at the cost OWASP recommends, and no two are alike', async () => {
  const usual = makePasswords()
  const [one, two] = await Promise.all([usual.hash('same password', from), usual.hash('same password', from)])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('a flood is refused instead of filling the memory, and takes up no places afterward', async () => {
  const flood = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.verify(hash, 'guess', from)))
  const turnedAway = flood.filter((result) => result.status === 'rejected')
  expect(turnedAway.length).toBe(300 - 204)
  for (const { reason } of turnedAway) expect((reason as ApiError).code).toBe('too_many_requests')
  expect(await passwords.verify(hash, 'correct horse', from)).toBe(true)
  expect(turnedAway[0]?.reason).toBeInstanceOf(ApiError)
})

test('a flood from all networks of one customer keeps no one else out, nor makes them wait for it', async () => {
  const flood = Promise.allSettled(
    Array.from({ length: 300 }, (_, n) =>
      passwords.verify(hash, 'guess', { network: `2001:db8:1:${n.toString(16)}::/64` }).then(() => n),
    ),
  )
  let answered = 0
  void flood.then(() => answered++)
  const others = ['2001:db8:2:1::/64', '2a02:db8:1:1::/64', '192.0.2.1', '192.0.2.2']
  expect(await Promise.all(others.map((network) => passwords.verify(hash, 'correct horse', { network })))).toEqual(
    others.map(() => true),
  )
  expect(answered, 'the flood still waits').toBe(0)
  const results = await flood
  expect(results.filter(({ status }) => status === 'rejected').length).toBe(300 - 204 + others.length)
})

test('when strangers from everywhere flood it, people who are known still log in', async () => {
  const flood = Promise.allSettled(
    Array.from({ length: 300 }, (_, n) => passwords.verify(hash, 'guess', { network: `10.${n >> 8}.${n & 255}.1` })),
  )
  await expect(passwords.verify(hash, 'correct horse', { network: '192.0.2.1' })).rejects.toThrow(ApiError)
  const users = Array.from({ length: 100 }, (_, n) => ({ firmId: 1, userId: `${n}` }))
  const logIns = users.map((source) => passwords.verify(hash, 'correct horse', source))
  expect(await Promise.all(logIns)).toEqual(users.map(() => true))
  await flood
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
