import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { signWith } from '@courtcrier/sandbox/notice/dkim.ts'
import { dkimSign } from 'mailauth'
import { describe, expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import type { Origin } from './origin.ts'
import { examineWith } from './sender-evidence.ts'
import { makeDns, makeMail, sign, type TestMail, timeoutMs } from './testing/court-mail.ts'
import { forwardWhole, isOfFirm } from './testing/trust-scenarios.ts'
import { checkSender } from './trust.ts'

const stranger: Origin = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@evil.example' }
const court = 'cand.uscourts.gov'

async function check(raw: Buffer, records: Readonly<Record<string, string>> = {}) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const examine = examineWith(makeDns(records).resolve)
  const options = { message: decoded.message, trustedForwarders: [], findInsider: isOfFirm, timeoutMs }
  return checkSender(raw, { ...options, origin: stranger, examine })
}

const trustOf = async (...given: Parameters<typeof check>) => (await check(...given)).trust

/** A key of this kind, and what a court's DNS says of it. */
function keyOf({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }, type: 'rsa' | 'ed25519') {
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const bytes = type === 'rsa' ? der : der.subarray(-32)
  return { privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), p: bytes.toString('base64'), type }
}
const rsa = (modulusLength: number) => keyOf(generateKeyPairSync('rsa', { modulusLength }), 'rsa')
const strong = rsa(2048)

interface Signing {
  key?: ReturnType<typeof keyOf>
  mail?: TestMail
  /** The tags of the key's record before `p=`. */
  record?: string
  domain?: string
}

/** A notice signed with a key that the court's DNS has under the selector `own`. */
async function signedWith({ key = strong, mail = {}, record, domain = court }: Signing) {
  const raw = await makeMail(mail)
  const options = { signingDomain: domain, selector: 'own', privateKey: key.privateKey }
  const { signatures, errors } = await dkimSign(raw, { ...options, signatureData: [options] })
  if (signatures === '') throw new Error('it could not be signed', { cause: errors?.[0] })
  const name = `own._domainkey.${domain}`
  return [
    Buffer.concat([Buffer.from(signatures), raw]),
    { [name]: `${record ?? `v=DKIM1; k=${key.type}`}; p=${key.p}` },
  ] as const
}

describe('keys', () => {
  test.each([
    ['rsa of 1024 bits, as some courts may still have', rsa(1024), 'verified'],
    ['rsa of 512 bits, which anyone can break', rsa(512), 'unverified'],
    ['ed25519', keyOf(generateKeyPairSync('ed25519'), 'ed25519'), 'verified'],
  ] as const)('%s', async (_, key, trust) => {
    expect(await trustOf(...(await signedWith({ key })))).toBe(trust)
  })

  test.each([
    ['for mail alone', 'v=DKIM1; k=rsa; s=email', 'verified'],
    ['for every service', 'v=DKIM1; k=rsa; s=*', 'verified'],
    ['of no stated type', 'v=DKIM1', 'verified'],
    ['for its own domain alone', 'v=DKIM1; k=rsa; t=s', 'verified'],
    ['of another type', 'v=DKIM1; k=ed25519', 'unverified'],
    ['of an unknown version', 'v=DKIM2; k=rsa', 'unverified'],
  ])('a key %s', async (_, record, trust) => {
    expect(await trustOf(...(await signedWith({ record })))).toBe(trust)
  })

  test('a key that was revoked proves nothing', async () => {
    const [raw] = await signedWith({})
    expect(await trustOf(raw, { [`own._domainkey.${court}`]: 'v=DKIM1; k=rsa; p=' })).toBe('unverified')
  })
})

describe('whose signature it is', () => {
  const forged = { body: '<p>Docket Text:<b> ORDER FORGED </b></p>\r\n' }

  test.each([
    ['a parent of the court’s domain', 'gov'],
    ['a subdomain of another court', 'x.nysd.uscourts.gov'],
    ['a domain that ends with the same letters', 'xcand.uscourts.gov.evil.example'],
    ['a name below the attacker’s', 'cand.uscourts.gov.evil.example'],
    ['a domain with a dot at its end', 'evil.example.'],
  ])('%s proves nothing', async (_, signedBy) => {
    expect(await trustOf(await makeMail({ ...forged, signedBy }))).toBe('unverified')
  })

  test('an attacker’s intact signature doesn’t mend the court’s broken one, in either order', async () => {
    const genuine = (await makeMail({ signedBy: court })).toString('latin1')
    const changed = Buffer.from(genuine.replace('MOTION to Dismiss', 'ORDER FORGED'), 'latin1')
    expect(await trustOf(await sign(changed, 'evil.example'))).toBe('unverified')
    const own = await makeMail({ ...forged, signedBy: 'evil.example' })
    const broken = genuine.slice(0, genuine.search(/\r\n(?![ \t])/) + 2)
    expect(await trustOf(Buffer.concat([Buffer.from(broken, 'latin1'), own]))).toBe('unverified')
  })

  test.each(['i=@cand.uscourts.gov', 'i=@x.evil.example', `i=ECF-CAND@${court}`])(
    'an identity that an attacker’s signature claims (%s) proves nothing',
    async (identity) => {
      const raw = await makeMail({ ...forged, signedBy: 'evil.example' })
      const claimed = raw.toString('latin1').replace(/d=evil\.example;/, `d=evil.example; ${identity};`)
      expect(await trustOf(Buffer.from(claimed, 'latin1'))).toBe('unverified')
    },
  )

  test('headers that the signature copies (z=) are not read in place of those that are there', async () => {
    const raw = await makeMail({ ...forged, signedBy: 'evil.example' })
    const copied = raw.toString('latin1').replace('d=evil', `z=From:ECF-CAND@${court}|Subject:Activity; d=evil`)
    expect(await trustOf(Buffer.from(copied, 'latin1'))).toBe('unverified')
  })
})

describe('whose address it is', () => {
  test.each([
    ['a group', `Court: ECF-CAND@${court}, x@evil.example;`],
    ['a group without anyone, named as the court', `"ECF-CAND@${court}":;, x@evil.example`],
    ['a comment in the address', `x(ECF-CAND@${court})@evil.example`],
    ['a comment before it', `(ECF-CAND@${court}) x@evil.example`],
    ['a nested comment', `x@evil.example ((a) <ECF-CAND@${court}>)`],
    ['a name in quotation marks', `"ECF-CAND@${court}" <x@evil.example>`],
    ['a quoted local part', `"ECF-CAND@${court}"@evil.example`],
    ['a route', `<@${court}:x@evil.example>`],
    ['an encoded word', `=?utf-8?q?ECF-CAND=40cand=2Euscourts=2Egov?= <x@evil.example>`],
    ['two addresses', `ECF-CAND@${court}, x@evil.example`],
  ])('%s doesn’t make an attacker’s mail the court’s', async (_, from) => {
    const result = await check(await makeMail({ from, signedBy: 'evil.example' }))
    expect([result.trust, result.sentence]).toEqual(['unverified', expect.any(String)])
  })

  test.each([
    ['Greek', 'cand.uscοurts.gov'],
    ['Armenian', 'cand.uscоuրts.gov'],
    ['Georgian', 'cand.uscouრts.gov'],
    ['full-width', 'cand.ｕｓcourts.gov'],
    ['a bidirectional control', 'cand.usc\u202Eourts.gov'],
    ['a soft hyphen', 'cand.us\u00ADcourts.gov'],
    ['a zero-width space', 'cand.us\u200Bcourts.gov'],
    ['an ideographic full stop', 'cand。uscourts.gov.evil.example'],
  ])('a domain with %s is not the court’s', async (_, domain) => {
    for (const signedBy of [undefined, 'evil.example'])
      expect(await trustOf(await makeMail({ from: `ECF-CAND@${domain}`, ...(signedBy && { signedBy }) }))).toBe(
        'unverified',
      )
  })
})

describe('covered headers', () => {
  const once = ['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type']
  const signedOnce = async () => {
    const input = { domain: court, selector: 'own', privateKey: strong.privateKey, at: new Date() }
    return signWith(await makeMail(), { canonicalization: 'relaxed/relaxed', headers: once }, input)
  }
  const records = { [`own._domainkey.${court}`]: `v=DKIM1; k=rsa; p=${strong.p}` }
  const put = (raw: Buffer, line: string) => Buffer.concat([Buffer.from(`${line}\r\n`, 'latin1'), raw])

  test('are believed as they were signed', async () => {
    expect(await trustOf(await signedOnce(), records)).toBe('verified')
  })

  test.each([
    'From: x@evil.example',
    'From:\r\n x@evil.example',
    'FROM : x@evil.example',
    'Subject: Activity in Case 1:26-cv-09999',
    'Subject:\r\n\tActivity in Case 1:26-cv-09999',
    'Content-Type: text/plain',
    'Content-Type:\r\n multipart/mixed; boundary=x',
  ])('are not believed with a second one that wasn’t signed on top: %j', async (line) => {
    expect(await trustOf(put(await signedOnce(), line), records)).toBe('unverified')
  })

  test.each(['Subj\r\n ect: x', ' Subject: x', 'Fr\r\n om: x@evil.example', '\tFrom: x@evil.example'])(
    'are not replaced by a line whose name is folded: %j',
    async (line) => {
      const raw = (await signedOnce()).toString('latin1')
      const among = raw.replace('\r\nSubject:', `\r\n${line}\r\nSubject:`)
      expect(await trustOf(Buffer.from(among, 'latin1'), records)).toBe('unverified')
    },
  )

  test.each([
    'X-A : b',
    'X-A\t: b',
    'Content-Type\u00a0: text/plain',
    'Content-Transfer-Encoding\v: base64',
    'X-A',
    '\ufeffX-A: b',
  ])('are not believed with a line among them that programs read in more than one way: %j', async (line) => {
    const odd = put(await signedOnce(), line)
    expect(await check(odd, records)).toMatchObject({
      trust: 'unverified',
      sentence: expect.stringContaining('in more than one way'),
    })
    const outer = await makeMail(forwardWhole([odd], { from: 'bob@evil.example', encoding: 'base64' }))
    expect(await trustOf(outer, records)).toBe('unverified')
  })
})
