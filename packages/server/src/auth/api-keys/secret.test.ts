import { expect, test } from 'vitest'
import { isKeySecret, isWholeSecret, makeKeySecret } from './secret.ts'

test('a secret says what it is for, and is recognized by its checksum', () => {
  const { secret, hash, hint } = makeKeySecret('key')
  expect(secret).toMatch(/^cck_[0-9A-Za-z]{49}$/)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(hint).toBe(`${secret.slice(0, 8)}…${secret.slice(-4)}`)
  expect([isKeySecret(secret), isWholeSecret(secret)]).toEqual([true, true])
  expect(makeKeySecret('agent').secret).toMatch(/^cca_/)
  expect(makeKeySecret('key').secret).not.toBe(secret)
})

test('a secret that was changed or cut is not whole', () => {
  const { secret } = makeKeySecret('key')
  const other = secret[10] === 'a' ? 'b' : 'a'
  expect(isWholeSecret(`${secret.slice(0, 10)}${other}${secret.slice(11)}`)).toBe(false)
  expect(isWholeSecret(secret.slice(0, -1))).toBe(false)
  expect(isWholeSecret('cck_')).toBe(false)
})

test('import tokens from before there were checksums are whole, and session tokens are no keys', () => {
  expect(isWholeSecret(`cci_${'x'.repeat(43)}`)).toBe(true)
  expect(isKeySecret('eyJhbGciOiJIUzI1NiJ9.e30.x')).toBe(false)
})
