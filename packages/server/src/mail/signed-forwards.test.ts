import { signWith } from '@courtcrier/sandbox/notice/dkim.ts'
import { expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import type { Origin } from './origin.ts'
import type { FindInsider } from './sender-check.ts'
import { examineWith } from './sender-evidence.ts'
import { makeDns, makeMail, testPrivateKey, timeoutMs } from './testing/court-mail.ts'
import { isOfFirm, quoted } from './testing/trust-scenarios.ts'
import { checkSender } from './trust.ts'

const stranger: Origin = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@evil.example' }

interface Given {
  origin?: Origin
  findInsider?: FindInsider
  dns?: Readonly<Record<string, string>>
}

async function check(raw: Buffer, { origin = stranger, findInsider = isOfFirm, dns = {} }: Given = {}) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const examine = examineWith(makeDns(dns).resolve)
  return checkSender(raw, { message: decoded.message, origin, findInsider, examine, timeoutMs })
}

/** A forward by a colleague, whose signature covers no header that says how its body is encoded. */
async function signedByJane(body: string, encoding?: string): Promise<Buffer> {
  const headers = ['Content-Type: text/html', ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : [])]
  const raw = await makeMail({ from: 'jane@firm.example', subject: 'FW: notice', headers, body })
  return signWith(
    raw,
    {
      canonicalization: 'relaxed/relaxed',
      headers: ['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'],
    },
    { domain: 'firm.example', selector: 'test', privateKey: testPrivateKey, at: new Date() },
  )
}

test('a quotation that shows only under a header that the colleague did not sign proves nothing', async () => {
  const words = 'Lunch at noon?\r\nFrom=3A ECF-CAND@cand.uscourts.gov\r\nSent=3A Monday\r\n'
  expect(await check(await signedByJane(words, 'quoted-printable'))).toMatchObject({
    trust: 'unverified',
    sentence: expect.stringContaining('jane@firm.example, who signed nothing that a court wrote'),
  })
})

test("a neighbor's mail server under the same provider proves no address of the firm", async () => {
  const server = { ip: '203.0.113.9', helo: 'mx.provider.example' }
  const dns = {
    'evil.provider.example': 'v=spf1 ip4:203.0.113.9 -all',
    'firm.provider.example': 'v=spf1 ip4:203.0.113.9 -all',
    '_dmarc.provider.example': 'v=DMARC1; p=reject',
  }
  const findInsider: FindInsider = async () => ({ ownDomain: 'firm.provider.example' })
  const raw = await makeMail({ from: 'jane@firm.provider.example', body: quoted })
  const sentFrom = (mailFrom: string) => check(raw, { origin: { ...server, mailFrom }, findInsider, dns })
  expect((await sentFrom('jane@firm.provider.example')).trust).toBe('forwarded')
  expect(await sentFrom('x@evil.provider.example')).toMatchObject({
    trust: 'unverified',
    sentence: expect.stringContaining('whose address is not proven'),
  })
})
