import { expect, test } from 'vitest'
import { findOriginal } from '../courts/message/forwarding.ts'
import { decodeMessage } from '../courts/message/mime.ts'
import { takeSigned } from '../courts/message/signed-reading.ts'
import { parseNotice } from '../courts/registry.ts'
import { findBelieved } from './believed.ts'
import { examineWith } from './sender-evidence.ts'
import { makeDns, makeMail, sign, timeoutMs } from './testing/court-mail.ts'
import {
  forwardWhole,
  fromFirm,
  isOfFirm,
  nef,
  quoted,
  type Scenario,
  tryScenarios,
} from './testing/trust-scenarios.ts'
import { checkSender } from './trust.ts'

const firmServer = { ip: '192.0.2.25', helo: 'mx.firm.example', mailFrom: 'jane@firm.example' }
const firmDns = { 'firm.example': 'v=spf1 ip4:192.0.2.25 -all', 'evil.example': 'v=spf1 ip4:203.0.113.9 -all' }
const stranger = { ip: '203.0.113.9', helo: 'mx.evil.example', mailFrom: 'x@evil.example' }
const signedNef = () => makeMail({ body: nef, signedBy: 'cand.uscourts.gov' })

const accepted: readonly Scenario[] = [
  {
    name: 'a colleague forwards, by SPF of the firm',
    mail: { from: 'jane@firm.example', body: quoted },
    origin: firmServer,
    dns: firmDns,
    trust: 'forwarded',
    reason: /whose address is proven \(SPF of firm\.example\)/,
  },
  {
    name: 'a colleague of a branch forwards, signed by the firm',
    mail: { from: 'jane@ny.firm.example', body: quoted, signedBy: 'firm.example' },
    origin: fromFirm,
    trust: 'forwarded',
    reason: /DKIM of firm\.example/,
  },
  {
    name: 'a timekeeper forwards from a public mail service that signs',
    mail: { from: 'Jane@Gmail.com', body: quoted, signedBy: 'gmail.com' },
    origin: stranger,
    trust: 'forwarded',
    reason: /DKIM of gmail\.com/,
  },
  {
    name: 'a relay signs too',
    mail: { from: 'jane@firm.example', body: quoted, signedBy: 'firm.example' },
    change: (raw) => sign(raw, 'relay.example'),
    origin: stranger,
    trust: 'forwarded',
    reason: /DKIM of firm\.example/,
  },
]

/** Each claims in its text that a court wrote what it quotes. */
const refused: readonly Scenario[] = [
  {
    name: 'a stranger quotes a court',
    mail: { from: 'bob@evil.example', body: quoted },
    origin: stranger,
    trust: 'unverified',
    reason: /bob@evil\.example, who isn't known at the firm/,
  },
  {
    name: 'a stranger quotes a court, signed and from its own server',
    mail: { from: 'bob@evil.example', body: quoted, signedBy: 'evil.example' },
    origin: stranger,
    dns: firmDns,
    trust: 'unverified',
    reason: /(?:not|n't) known at the firm/,
  },
  {
    name: 'another user of the public mail service',
    mail: { from: 'mallory@gmail.com', body: quoted, signedBy: 'gmail.com' },
    origin: stranger,
    trust: 'unverified',
    reason: /(?:not|n't) known at the firm/,
  },
  {
    name: 'the address of a colleague as the name shown',
    mail: { from: '"jane@firm.example" <bob@evil.example>', body: quoted, signedBy: 'evil.example' },
    origin: stranger,
    trust: 'unverified',
    reason: /bob@evil\.example, who isn't known/,
  },
  {
    name: 'the address of a colleague as the local part',
    mail: { from: '"jane@firm.example"@evil.example', body: quoted, signedBy: 'evil.example' },
    origin: stranger,
    trust: 'unverified',
    reason: /(?:not|n't) known at the firm|not proven/,
  },
  {
    name: 'a colleague in From, the real sender in Sender',
    mail: {
      from: 'jane@firm.example',
      body: quoted,
      headers: ['Sender: bob@evil.example'],
      signedBy: 'evil.example',
    },
    origin: stranger,
    dns: firmDns,
    trust: 'unverified',
    reason: /signed by evil\.example, which is not the sender's domain/,
  },
  {
    name: 'the domain of the firm as a part of another',
    mail: { from: 'jane@firm.example.evil.example', body: quoted, signedBy: 'evil.example' },
    origin: stranger,
    trust: 'unverified',
    reason: /(?:not|n't) known at the firm/,
  },
  {
    name: 'a domain that ends in the name of the firm',
    mail: { from: 'jane@notfirm.example', body: quoted, signedBy: 'notfirm.example' },
    origin: stranger,
    trust: 'unverified',
    reason: /(?:not|n't) known at the firm/,
  },
  {
    name: 'SPF of an envelope that is not aligned',
    mail: { from: 'jane@firm.example', body: quoted },
    origin: stranger,
    dns: firmDns,
    trust: 'unverified',
    reason: /belongs to another domain/,
  },
  {
    name: 'a signature over a part of the body',
    mail: { from: 'jane@firm.example', body: quoted, signedBy: 'firm.example', signedLength: 10 },
    origin: stranger,
    trust: 'unverified',
    reason: /covers only a part/,
  },
  {
    name: 'a quotation added after the colleague signed',
    mail: { from: 'jane@firm.example', body: 'Lunch at noon?\r\n', signedBy: 'firm.example' },
    change: (raw) => Buffer.concat([raw, Buffer.from(quoted)]),
    origin: stranger,
    trust: 'unverified',
    reason: /signature is not valid/,
  },
  {
    name: 'two From headers, one of a colleague',
    mail: {
      from: 'jane@firm.example',
      body: quoted,
      headers: ['Content-Type: text/html', 'From: bob@evil.example'],
      signedBy: 'evil.example',
    },
    origin: stranger,
    trust: 'unverified',
    reason: /2 "from" headers/,
  },
  {
    name: 'two addresses in one From',
    mail: { from: 'jane@firm.example, bob@evil.example', body: quoted, signedBy: 'evil.example' },
    origin: stranger,
    trust: 'unverified',
    reason: /not proven/,
  },
  {
    name: 'a neighbor at the same provider signs',
    mail: { from: 'jane@firm.provider.example', body: quoted, signedBy: 'evil.provider.example' },
    origin: stranger,
    findInsider: async () => ({ ownDomain: 'firm.provider.example' }),
    trust: 'unverified',
    reason: /not proven/,
  },
  {
    name: 'the firm knows nobody',
    mail: { from: 'jane@firm.example', body: quoted, signedBy: 'firm.example' },
    findInsider: async () => undefined,
    trust: 'unverified',
    reason: /(?:not|n't) known at the firm/,
  },
]

tryScenarios([...accepted, ...refused])

/** Returns the sender check's result for a message, and the message that would be read. */
async function readForward(raw: Buffer, dns = makeDns()) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const { message } = decoded
  const options = { message, origin: stranger, findInsider: isOfFirm, examine: examineWith(dns.resolve), timeoutMs }
  const result = await checkSender(raw, options)
  const [originalId] = result.originalIds ?? []
  const original = originalId === undefined ? raw : findOriginal(message, originalId)
  const { reading } = findBelieved(result) ?? {}
  const read = await decodeMessage(reading ? takeSigned(original ?? raw, reading) : (original ?? raw), Boolean(reading))
  return { result, message: 'message' in read ? read.message : undefined }
}

test.each(['7bit', 'base64'])(
  'an intact original (%s) counts regardless of who forwarded it, and only the original is read',
  async (encoding) => {
    const forged = nef.replaceAll('3:26-cv-04417-RS', '3:26-cv-09999-RS').replaceAll('MOTION to Dismiss', 'JUDGMENT')
    const outer = forwardWhole([await signedNef()], { from: 'bob@evil.example', text: `${quoted}${forged}`, encoding })
    const { result, message } = await readForward(await makeMail(outer))
    expect(result).toMatchObject({
      trust: 'forwarded',
      sentence: expect.stringContaining('the attached original carries the intact signature of cand.uscourts.gov'),
      proof: 'Forwarded by bob@evil.example; the signature of cand.uscourts.gov on the original is intact',
      shown: { subject: 'Activity in Case 3:26-cv-04417-RS Doe v. Acme Motion to Dismiss' },
    })
    expect(message?.from?.address).toBe('ECF-CAND@cand.uscourts.gov')
    expect(message?.html).toContain('3:26-cv-04417')
    expect(JSON.stringify([message, message && parseNotice(message)])).not.toMatch(/09999|JUDGMENT/)
  },
)

test('an original attached as a plain file under its own name counts the same', async () => {
  const type = 'application/octet-stream; name="notice.eml"'
  const outer = forwardWhole([await signedNef()], { type, encoding: 'base64' })
  expect((await readForward(await makeMail(outer))).result.trust).toBe('forwarded')
})

test('if one of several attached messages is unsigned, none is read', async () => {
  const bare = await makeMail({ body: nef.replaceAll('04417', '09999') })
  for (const originals of [
    [bare, await signedNef()],
    [await signedNef(), bare],
  ]) {
    const { result } = await readForward(await makeMail(forwardWhole(originals, { from: 'bob@evil.example' })))
    expect(result).toMatchObject({ trust: 'unverified' })
    expect(result.sentence).toContain('only 1 of its 2 attached messages has the intact signature of a court')
  }
})

test('several attached messages that are all intact are all read', async () => {
  const other = await makeMail({ body: nef.replaceAll('04417', '05555'), signedBy: 'cand.uscourts.gov' })
  const outer = forwardWhole([await signedNef(), other], { from: 'bob@evil.example' })
  const { result } = await readForward(await makeMail(outer))
  expect(result.trust).toBe('forwarded')
  expect(result.originalIds).toHaveLength(2)
})

test.each<[string, (raw: Buffer) => Buffer | Promise<Buffer>]>([
  ['its text was changed', (raw) => Buffer.from(raw.toString().replace('MOTION', 'ORDER'))],
  ['its subject was changed', (raw) => Buffer.from(raw.toString().replace(/^Subject: .*$/m, 'Subject: Judgment'))],
  ['a second subject was added', (raw) => Buffer.concat([Buffer.from('Subject: Judgment\r\n'), raw])],
  ['a second From was added', (raw) => Buffer.concat([Buffer.from('From: x@evil.example\r\n'), raw])],
  ['another court is named', (raw) => Buffer.from(raw.toString().replace(/ECF-CAND@cand/g, 'ECF-NYSD@nysd'))],
  ['it is unsigned', () => makeMail({ body: nef })],
  ['a stranger signed it', () => makeMail({ body: nef, signedBy: 'evil.example' })],
  ['only a part is signed', () => makeMail({ body: nef, signedBy: 'cand.uscourts.gov', signedLength: 10 })],
  ['it is from no court', () => makeMail({ from: 'x@evil.example', body: nef, signedBy: 'evil.example' })],
])("a stranger's forward of an original is unverified when %s", async (_, change) => {
  const original = await change(await signedNef())
  const { result } = await readForward(await makeMail(forwardWhole([original], { from: 'bob@evil.example' })))
  expect(result).toMatchObject({ trust: 'unverified' })
  expect(result.originalIds).toBeUndefined()
})

test('a signature that does not cover the subject proves nothing', async () => {
  const { dkimSign } = await import('mailauth')
  const { testPrivateKey } = await import('./testing/court-mail.ts')
  const raw = await makeMail({ body: nef })
  const signature = { signingDomain: 'cand.uscourts.gov', selector: 'test', privateKey: testPrivateKey }
  const headerList = ['From', 'Date', 'Content-Type']
  const { signatures } = await dkimSign(raw, { ...signature, signatureData: [signature], headerList } as never)
  const { result } = await readForward(Buffer.concat([Buffer.from(signatures), raw]))
  expect(result.sentence).toContain('its signature doesn\'t cover its "subject" header')
  expect(result.trust).toBe('unverified')
})

test('without an answer from the DNS, a forward is not proven yet', async () => {
  const dns = makeDns()
  dns.isDown = true
  const mails = [
    { from: 'jane@firm.example', body: quoted, signedBy: 'firm.example' },
    forwardWhole([await signedNef()], { from: 'bob@evil.example' }),
  ]
  for (const mail of mails)
    expect((await readForward(await makeMail(mail), dns)).result).toMatchObject({
      trust: 'unverified',
      temporary: true,
    })
})
