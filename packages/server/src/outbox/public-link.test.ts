import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makePublicLinks, publicLinkDays } from './public-link.ts'

const links = makePublicLinks(randomBytes(32))
const documentId = '018f0000-0000-7000-8000-000000000001'
const userId = '018f0000-0000-7000-8000-000000000002'
const now = new Date('2026-11-21T09:41:00.000Z')
const token = links.issue({ firmId: 1, documentId, userId }, now)

test('a token contains what it was issued for and when it expires', () => {
  const expiresAt = new Date(now.getTime() + publicLinkDays * 86_400_000)
  expect(links.read(token)).toEqual({ firmId: 1, documentId, userId, issuedAt: now, expiresAt })
  expect(links.read(links.issue({ firmId: 2, documentId }, now))).not.toHaveProperty('userId')
  expect(token).toMatch(/^[\w.-]{1,300}$/)
})

test('changing any one character of a token invalidates it', () => {
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A'
    const read = links.read(token.slice(0, at) + other + token.slice(at + 1))
    // The last base64 character has bits that aren't part of the signature.
    if (at < token.length - 1) expect(read, String(at)).toBeUndefined()
  }
})

test.each([
  ['nothing', ''],
  ['a number', '7'],
  ['a path', '../../etc/passwd'],
  ['a token of another installation', makePublicLinks(randomBytes(32)).issue({ firmId: 1, documentId }, now)],
  ['a payload without signature', `${token.split('.')[0]}.`],
  ['a signature alone', `.${token.split('.')[1]}`],
  ['more behind it', `${token}.x`],
  ['something very long', 'a'.repeat(100_000)],
])('%s is not a token', (_, text) => {
  expect(links.read(text)).toBeUndefined()
})
