import { expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { isOnly, receivedAs, temporary, unverified, whyNotChecked } from './sender-check.ts'

const address = 'ECF-CAND@cand.uscourts.gov'
const lines = [
  `From: ${address}`,
  'Subject: Activity',
  'Content-Type: text/plain',
  'Content-Transfer-Encoding: 7bit',
  'MIME-Version: 1.0',
  'To: a@b.example',
]
const signature = (more = '') => `DKIM-Signature: v=1; d=cand.uscourts.gov;${more} h=from:subject; b=x`

async function messageOf(head: readonly string[]) {
  const decoded = await decodeMessage(Buffer.from([...head, '', 'words'].join('\r\n'), 'latin1'))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

/** Why a message with these headers above the usual ones isn't checked. */
const refused = async (...above: readonly string[]) => whyNotChecked(await messageOf([...above, ...lines]))

const times = (count: number, line: string) => Array.from({ length: count }, () => line)

test('a message with each header once is checked, and so is one whose other headers are there twice', async () => {
  expect(await refused()).toBeUndefined()
  expect(await refused('To: b@c.example', 'Received: from a by b', 'Received: from b by c')).toBeUndefined()
})

test.each(['From', 'Subject', 'Content-Type', 'Content-Transfer-Encoding', 'MIME-Version'])(
  'a message with two headers named %s is not checked, because a signature would not say which one counts',
  async (name) => {
    const problem = `it has 2 "${name.toLowerCase()}" headers, so a signature would not say which one counts`
    for (const written of [name, name.toUpperCase()]) expect(await refused(`${written}: x@evil.example`)).toBe(problem)
  },
)

test.each(['', 'From: x <>', 'From: someone', 'From: undisclosed:;'])(
  'a message without an address of a sender is not checked: %j',
  async (from) => {
    const head = [...(from ? [from] : []), ...lines.slice(1)]
    expect(whyNotChecked(await messageOf(head))).toBe('it names no sender')
  },
)

test('as many signatures are checked as relays leave, and not one more', async () => {
  expect(await refused(...times(20, signature()))).toBeUndefined()
  expect(await refused(...times(21, signature()))).toBe('it carries 21 signatures, which is an attack')
})

test.each([
  ' l=10;',
  'l=10;',
  ' L=10;',
  ' l =10;',
  '\r\n\tl=10;',
  ` ${' '.repeat(50)}l=10;`,
  ` l${' '.repeat(50)}=10;`,
  ' \u00c2\u00a0l=10;',
])('two signatures for parts of a message are checked, and not one more: %j', async (length) => {
  for (const other of ['X-A: b', 'X-A: \xff']) {
    expect(await refused(other, ...times(2, signature(length)))).toBeUndefined()
    expect(await refused(other, ...times(3, signature(length)))).toBe(
      'it carries 3 signatures for parts of it, which is an attack',
    )
  }
})

test('a length that stands first in its signature counts too, and one in another header does not', async () => {
  expect(await refused(...times(3, 'DKIM-Signature: l=1; v=1'))).toContain('3 signatures for parts of it')
  expect(await refused(...times(3, `X-${signature(' l=10;')}`))).toBeUndefined()
})

test('tags that only contain the letter are no lengths', async () => {
  const tags = ' nl=1; ln=1; ll=1; q=l=1; z=From:l|l=1;'
  expect(await refused(...times(3, signature(tags)))).toBeUndefined()
})

test('a sender is only one if all of the header is that address, whatever its case', async () => {
  const message = await messageOf(lines)
  const only = (...from: readonly string[]) =>
    isOnly(message, { from, isSentByDomain: true, isDisowned: false, hasDnsTrouble: false })
  expect(only(address)).toBe(true)
  expect(only('ecf-cand@CAND.uscourts.gov')).toBe(true)
  expect(only()).toBe(false)
  expect(only('x@evil.example')).toBe(false)
  expect(only(`x${address}`)).toBe(false)
  expect(only(address, 'x@evil.example')).toBe(false)
  expect(only(address, address)).toBe(false)
})

test('a message that is not stored is read without a key', async () => {
  const message = await messageOf(lines)
  const raw = Buffer.from('x')
  expect(receivedAs({ raw, key: undefined, message })).not.toHaveProperty('key')
  expect(receivedAs({ raw, key: 'hash', message })).toEqual({ raw, part: undefined, key: 'hash' })
})

test('only what may be tried again says so', () => {
  expect(unverified('x')).toStrictEqual({ trust: 'unverified', sentence: 'Not proven: x.' })
  expect(temporary('x')).toStrictEqual({ trust: 'unverified', sentence: 'Not proven yet: x.', temporary: true })
})
