import type { IdentityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { describe, expect, test } from 'vitest'
import { identityOf } from './identity.ts'

const firm = { trustedDomains: ['firm.example'], groupsClaim: null } as unknown as IdentityProvider
const identity = (claims: object, provider = firm) =>
  identityOf(
    { claims: { iss: 'https://accounts.google.com', sub: '1', ...claims }, isPartial: false, saysWhen: false },
    provider,
  )

test('the time of a login is read from its seconds, and anything else is none', () => {
  const read = (auth_time: unknown) => identity({ auth_time }).authenticatedAt
  expect(read(1_795_000_000)).toEqual(new Date('2026-11-18T11:06:40.000Z'))
  for (const wrong of [undefined, null, '1795000000', 1e20, -1e12, 8e12, {}]) expect(read(wrong)).toBeUndefined()
})

describe('an account at Google', () => {
  const email = 'ada@firm.example'

  test('of Google Workspace has a verified address', () => {
    expect(identity({ email, email_verified: true, hd: 'firm.example' })).toMatchObject({ isVerified: true })
    // A further domain of the organization, which names its first one.
    expect(identity({ email, email_verified: true, hd: 'parent.example' })).toMatchObject({ isVerified: true })
  })

  test('that a person made for themselves with an address of the firm is not known by it, even of a trusted domain', () => {
    for (const hd of [undefined, '', null, ['firm.example']])
      expect(identity({ email, email_verified: true, hd })).toMatchObject({ isVerified: false, denial: 'personal' })
  })

  test('of Gmail has a verified address, as Google alone gives it', () => {
    expect(identity({ email: 'Ada@GMail.com', email_verified: true })).toMatchObject({ isVerified: true })
    expect(identity({ email: 'ada@gmail.com.evil.example', email_verified: true })).toMatchObject({ isVerified: false })
  })
})

test.each([
  [undefined, { isVerified: true, denial: undefined }],
  ['TRUE', { isVerified: true, denial: undefined }],
  ['no', { isVerified: false, denial: 'unverified' }],
  [0, { isVerified: false, denial: 'unverified' }],
  [[true], { isVerified: false, denial: 'unverified' }],
  [{ toString: 'x' }, { isVerified: false, denial: 'unverified' }],
])('an address of a trusted domain of which a provider says %j', (email_verified, expected) => {
  const claims = { iss: 'https://login.example', email: 'ada@firm.example', email_verified }
  expect(identity(claims)).toMatchObject(expected)
})

test('a name is one line, without marks that turn it around, and not cut within a character', () => {
  expect(identity({ name: ' Ada\u202e\r\nLovelace\0 ' }).name).toBe('Ada Lovelace')
  expect(identity({ name: '\u2028', given_name: 'Ada', family_name: 7 }).name).toBe('Ada')
  expect(identity({ name: `${'a'.repeat(198)}😀x` }).name).toBe(`${'a'.repeat(198)}…`)
})

test('an account of another provider needs no organization', () => {
  const claims = { iss: 'https://login.example', email: 'ada@other.example', email_verified: true }
  expect(identity(claims)).toMatchObject({ isVerified: true, denial: undefined })
})
