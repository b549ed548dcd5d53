import { sealMessage } from 'mailauth'
import { expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import type { Origin } from './origin.ts'
import type { SenderCheck } from './sender-check.ts'
import { examineWith } from './sender-evidence.ts'
import { courtServer, makeDns, makeMail, sign, type TestDns, testPrivateKey, timeoutMs } from './testing/court-mail.ts'
import { isOfFirm } from './testing/trust-scenarios.ts'
import { checkSender } from './trust.ts'

const fromCourt: Origin = { ...courtServer, mailFrom: 'ECF-CAND@cand.uscourts.gov', recipients: ['firm@firm.example'] }
const fromElsewhere: Origin = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'ECF-CAND@cand.uscourts.gov' }

async function check(raw: Buffer, origin: Origin, dns: TestDns = makeDns()): Promise<SenderCheck> {
  const trustedForwarders = ['google.com']
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const { message } = decoded
  const examine = examineWith(dns.resolve)
  return checkSender(raw, { message, origin, trustedForwarders, findInsider: isOfFirm, examine, timeoutMs })
}

test("a notice with the court's signature from the court's server is verified by both", async () => {
  const result = await check(await makeMail({ signedBy: 'cand.uscourts.gov' }), fromCourt)
  expect(result.trust).toBe('verified')
  expect(result.sentence).toBe(
    "The United States District Court for the Northern District of California sent it: the signature of cand.uscourts.gov (DKIM) is intact, and it was sent by the court's own mail server (SPF).",
  )
})

test("a signature of the judiciary's parent domain counts for its courts", async () => {
  const result = await check(await makeMail({ signedBy: 'uscourts.gov' }), fromElsewhere)
  expect(result).toMatchObject({ trust: 'verified', sentence: expect.stringContaining('by its signature') })
})

test('an intact signature verifies a message that was forwarded automatically, and the sentence says so', async () => {
  const result = await check(await makeMail({ signedBy: 'cand.uscourts.gov' }), fromElsewhere)
  expect(result.trust).toBe('verified')
  expect(result.sentence).toContain('by its signature')
  expect(result.sentence).toContain('relay.example (203.0.113.9)')
})

test('a message from a file is verified by its signature alone', async () => {
  const signed = await check(await makeMail({ signedBy: 'cand.uscourts.gov' }), {})
  expect(signed).toMatchObject({
    trust: 'verified',
    sentence: expect.stringMatching(/by its signature.*is intact\.$/),
    proof: 'Sent by the court, signature intact',
  })
  const bare = await check(await makeMail(), {})
  expect(bare.trust).toBe('unverified')
  expect(bare.sentence).toContain('it has no signature, and which mail server delivered it is not known')
})

test('a signed message whose line ends were changed by a Unix program is still verified', async () => {
  const raw = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const result = await check(Buffer.from(raw.toString().replaceAll('\r\n', '\n')), {})
  expect(result.trust).toBe('verified')
})

test("the court's own server verifies an unsigned notice, with and without a DMARC record", async () => {
  const raw = await makeMail()
  const dns = makeDns()
  expect(await check(raw, fromCourt, dns)).toMatchObject({
    trust: 'verified',
    sentence: expect.stringContaining('SPF'),
  })
  const without = makeDns({ '_dmarc.uscourts.gov': 'nothing' })
  expect((await check(raw, fromCourt, without)).trust).toBe('verified')
})

test('a forged notice is not proven, and the sentence names the failed checks', async () => {
  const result = await check(await makeMail(), fromElsewhere)
  expect(result.trust).toBe('unverified')
  expect(result.sentence).toContain('it has no signature')
  expect(result.sentence).toContain("relay.example (203.0.113.9), isn't one of the court's")
  expect(result.temporary).toBeUndefined()
})

test("a changed body, a stranger's signature and a partial signature prove nothing", async () => {
  const raw = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const changed = Buffer.from(raw.toString().replace('MOTION to Dismiss', 'ORDER'))
  expect((await check(changed, fromElsewhere)).trust).toBe('unverified')
  const strange = await check(await makeMail({ signedBy: 'evil.example' }), fromElsewhere)
  expect(strange.sentence).toContain("signed by evil.example, which is not the sender's domain")
  const part = await makeMail({ signedBy: 'cand.uscourts.gov', signedLength: 10 })
  expect((await check(part, fromElsewhere)).sentence).toContain('covers only a part')
})

test('SPF for another domain does not count for the court', async () => {
  const dns = makeDns({ 'evil.example': 'v=spf1 ip4:203.0.113.9 -all' })
  const result = await check(await makeMail(), { ...fromElsewhere, mailFrom: 'x@evil.example' }, dns)
  expect(result.trust).toBe('unverified')
})

test('a second header that no signature covers makes a signed notice unverified', async () => {
  const raw = await makeMail({ signedBy: 'cand.uscourts.gov' })
  for (const line of ['From: x@evil.example', 'Subject: Other', 'Content-Type: text/plain; charset=utf-7']) {
    const result = await check(Buffer.concat([Buffer.from(`${line}\r\n`), raw]), fromCourt)
    expect(result.trust, line).toBe('unverified')
  }
  const two = await makeMail({ from: 'ECF-CAND@cand.uscourts.gov, x@evil.example', signedBy: 'cand.uscourts.gov' })
  expect((await check(two, fromCourt)).trust).toBe('unverified')
})

test('without an answer from the DNS nothing is verified, and the result is temporary', async () => {
  const dns = makeDns()
  dns.isDown = true
  const raw = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const down = await check(raw, fromCourt, dns)
  expect(down).toMatchObject({ trust: 'unverified', temporary: true })
  expect(down.sentence).toContain('DNS could not be queried')
  dns.isDown = false
  expect((await check(raw, fromCourt, dns)).trust).toBe('verified')
})

test('the check times out if the DNS never answers', async () => {
  const raw = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const examine = examineWith(() => new Promise<unknown>(() => {}))
  const result = await checkSender(raw, { message: decoded.message, origin: fromCourt, examine, timeoutMs: 50 })
  expect(result).toEqual({ trust: 'unverified', sentence: 'Not proven yet: the check took too long.', temporary: true })
})

const quoted =
  '<p>fyi</p><b>From:</b> ECF-CAND@cand.uscourts.gov &lt;<a href="mailto:ECF-CAND@cand.uscourts.gov">ECF-CAND@cand.uscourts.gov</a>&gt;<br><b>Sent:</b> Monday'

test('a notice forwarded by a colleague is forwarded if the colleague is proven, and unverified otherwise', async () => {
  const mail = { from: 'Jane Roe <jane@firm.example>', subject: 'FW: Activity in Case 3:26-cv-04417', body: quoted }
  const origin = { ...fromElsewhere, mailFrom: 'jane@firm.example' }
  const bare = await check(await makeMail(mail), origin)
  expect(bare).toEqual({
    trust: 'unverified',
    sentence:
      'Not proven: it looks forwarded by jane@firm.example, whose address is not proven: it has no signature, and its mail server is not theirs (SPF).',
  })
  const proven = await check(await makeMail({ ...mail, signedBy: 'firm.example' }), origin)
  expect(proven).toMatchObject({
    trust: 'forwarded',
    sentence:
      'Forwarded by jane@firm.example, whose address is proven (DKIM of firm.example), from the United States District Court for the Northern District of California.',
    proof: 'Forwarded by jane@firm.example',
  })
})

test('a notice sent by a mailbox on behalf of the court is forwarded', async () => {
  const body =
    '<b>From:</b> ecf@firm.example &lt;ecf@firm.example&gt; <b>On Behalf Of </b>ecf_support@ared.uscourts.gov<br>'
  const mail = { from: 'jane@firm.example', body, signedBy: 'firm.example' }
  const result = await check(await makeMail(mail), { ...fromElsewhere, mailFrom: '' })
  expect(result.sentence).toContain('from the United States District Court for the Eastern District of Arkansas')
})

test('a forward disowned by its own domain is not proven', async () => {
  const dns = makeDns({ '_dmarc.firm.example': 'v=DMARC1; p=reject' })
  const mail = await makeMail({ from: 'jane@firm.example', subject: 'FW: Activity in Case', body: quoted })
  const result = await check(mail, { ...fromElsewhere, mailFrom: 'jane@firm.example' }, dns)
  expect(result.trust).toBe('unverified')
  expect(result.sentence).toContain('(DMARC)')
})

test("for a notice forwarded as an attachment, the result says that the court's signature is intact", async () => {
  const original = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const body = [
    '--b',
    'Content-Type: text/plain',
    '',
    'see attached',
    '--b',
    'Content-Type: message/rfc822',
    'Content-Disposition: attachment; filename="notice.eml"',
    '',
    original.toString(),
    '--b--',
    '',
  ].join('\r\n')
  const mail = { from: 'jane@firm.example', headers: ['Content-Type: multipart/mixed; boundary=b'], body }
  const result = await check(await makeMail(mail), { ...fromElsewhere, mailFrom: 'jane@firm.example' })
  expect(result.trust).toBe('forwarded')
  expect(result.sentence).toContain('the attached original carries the intact signature of cand.uscourts.gov')
})

test('names look-alike senders, regardless of what they sign or quote', async () => {
  const imitations = [
    'ecf@cand.uscourts.gov.example.com',
    'ecf@uscourt.gov',
    'ecf@us-courts.gov',
    'ecf@cand-uscourts.gov',
    'ecf@uscuorts.gov',
    'ecf@uscоurts.gov',
    'ecf@uscourts.com',
    'ecf@5t-uscourts.org',
    '"ECF-CAND@cand.uscourts.gov" <noreply@mailer.example>',
    '"U.S. District Court, Northern District" <noreply@mailer.example>',
    '"CM/ECF Notification" <a@b.example>',
  ]
  for (const from of imitations) {
    const result = await check(await makeMail({ from, body: quoted, signedBy: 'mailer.example' }), fromElsewhere)
    expect(result.trust, from).toBe('unverified')
    expect(result.sentence, from).toMatch(/^Beware: /)
  }
})

test('people, other senders and judicial offices are neither imitations nor courts', async () => {
  const dns = makeDns()
  for (const from of [
    'Jane Court <jane@courts-law.example>',
    'First Court of Appeals <clerk@courts.state.example.gov>',
    'x@courtdrive.com',
  ]) {
    const result = await check(await makeMail({ from }), fromElsewhere, dns)
    expect(result.trust, from).toBe('unverified')
    expect(result.sentence, from).toContain('no known court sends from')
  }
  expect((await check(await makeMail({ from: 'news@ao.uscourts.gov' }), fromElsewhere, dns)).sentence).toContain(
    'belongs to the federal judiciary',
  )
  expect(dns.asked, 'strangers cost no question').toEqual([])
})

test('refuses mail built to be expensive without examining it', async () => {
  const dns = makeDns()
  const signed = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const [signature = ''] = /^DKIM-Signature:[\s\S]*?\r\n(?=\S)/.exec(signed.toString()) ?? []
  const many = await check(Buffer.from(signature.repeat(500) + signed.toString()), fromCourt, dns)
  expect(many.sentence).toContain('501 signatures')
  const large = await check(await makeMail({ headers: [`X-Long: ${'y'.repeat(1_000_000)}`] }), fromCourt, dns)
  expect(large.sentence).toContain('its header is larger')
  const folded = await check(await makeMail({ headers: [`X-Folded: a${'\r\n b'.repeat(50_000)}`] }), fromCourt, dns)
  expect(folded.sentence).toContain('its header is larger')
  const spaces = await check(await makeMail({ body: `${' '.repeat(10_000_000)}x` }), fromCourt, dns)
  expect(spaces.sentence).toContain('a line of more than a megabyte')
  expect(dns.asked).toEqual([])
})

test('verifies a large signed message completely', async () => {
  const raw = await makeMail({ body: 'a line of a long exhibit\r\n'.repeat(200_000), signedBy: 'cand.uscourts.gov' })
  expect((await check(raw, fromCourt)).trust).toBe('verified')
  raw[raw.length - 10] = 0x21
  expect((await check(raw, fromElsewhere)).trust).toBe('unverified')
})

test('a changed notice is forwarded if a forwarding service vouches for it', async () => {
  const dns = makeDns()
  const changed = await makeMail({ subject: '[Firm] Activity in Case' })
  const seal = { signingDomain: 'google.com', selector: 'test', privateKey: testPrivateKey, cv: 'none' }
  const vouch = async (verdict: string) => {
    const delivered = 'spf=pass smtp.mailfrom=cand.uscourts.gov'
    const authResults = `mx.google.com; ${delivered}; dmarc=${verdict} header.from=cand.uscourts.gov`
    const headers = await sealMessage(changed, { ...seal, authResults })
    return check(Buffer.concat([headers, changed]), fromElsewhere, dns)
  }
  expect(await vouch('pass')).toMatchObject({
    trust: 'forwarded',
    sentence: expect.stringContaining('google.com confirms'),
  })
  expect((await vouch('fail')).trust).toBe('unverified')
})

test("a second signature added by a relay does not hide the court's own", async () => {
  const once = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const twice = await sign(once, 'relay.example')
  expect((await check(twice, fromElsewhere)).trust).toBe('verified')
})
