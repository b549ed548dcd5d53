import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import type { Resolve } from './dns-gateway.ts'
import { examineWith } from './sender-evidence.ts'
import { makeDns, makeMail, timeoutMs } from './testing/court-mail.ts'
import { checkSender } from './trust.ts'

const name = 'test._domainkey.cand.uscourts.gov'
const dns = makeDns()
/** The key by which the notices are signed, and another one. */
const own = ((await dns.resolve(name, 'TXT')) as string[][]).flat().join('')
const other = `v=DKIM1; p=${generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64')}`

/** The trust of a signed notice, if the DNS has these records under the name of its key. */
async function trustWith(records: readonly string[]): Promise<string> {
  const answer = records.map((text) => text.match(/.{1,250}/g) ?? [''])
  const resolve: Resolve = async (asked, type) => (asked === name ? answer : dns.resolve(asked, type))
  const raw = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const examine = examineWith(resolve)
  return (await checkSender(raw, { message: decoded.message, origin: {}, examine, timeoutMs })).trust
}

test.each(['v=spf1 -all', 'v=DMARC1; p=reject', 'google-site-verification=abc', 'p', ''])(
  'a record that is no key (%s) beside the key keeps no signature from counting, in either order',
  async (record) => {
    expect(await trustWith([record, own])).toBe('verified')
    expect(await trustWith([own, record])).toBe('verified')
  },
)

test('a key needs no version', async () => {
  const unversioned = own.replace(/v=DKIM1; k=rsa; /, '')
  expect(unversioned).not.toBe(own)
  expect(await trustWith(['v=spf1 -all', unversioned])).toBe('verified')
  expect(await trustWith([unversioned])).toBe('verified')
})

test.each([
  ['another key', other],
  ['a revoked one', 'v=DKIM1; p='],
  ['one without a version', other.replace('v=DKIM1; ', '')],
])('with several keys (%s) nothing is proven, in whatever order they are answered', async (_, second) => {
  expect(await trustWith([own, second])).toBe('unverified')
  expect(await trustWith([second, own])).toBe('unverified')
})
