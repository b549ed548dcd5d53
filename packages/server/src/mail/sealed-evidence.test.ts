import { sealMessage } from 'mailauth'
import { expect, test } from 'vitest'
import { examineWith } from './sender-evidence.ts'
import { makeDns, makeMail, type TestMail, testPrivateKey } from './testing/court-mail.ts'

const court = 'cand.uscourts.gov'
const sealer = 'google.com'
const delivered = `mx.google.com; spf=pass smtp.mailfrom=${court}; dmarc=pass header.from=${court}`

interface Sealing {
  mail?: TestMail
  trustedSealers?: readonly string[]
  dns?: Readonly<Record<string, string>>
  seal?: Partial<Parameters<typeof sealMessage>[1]>
  /** Applied to the message after it was sealed. */
  change?: (raw: Buffer) => Buffer
}

const sealedBy = async (raw: Buffer, seal: NonNullable<Sealing['seal']>) => {
  const usual = {
    signingDomain: sealer,
    selector: 'test',
    privateKey: testPrivateKey,
    cv: 'none',
    authResults: delivered,
  }
  return Buffer.concat([await sealMessage(raw, { ...usual, ...seal }), raw])
}

/** Who is proven to have sent a message that a forwarding service sealed, which the court didn't sign unless the mail says so. */
async function examine({ mail = {}, trustedSealers = [sealer], dns = {}, seal = {}, change }: Sealing = {}) {
  const sealed = await sealedBy(await makeMail(mail), seal)
  const raw = change ? change(sealed) : sealed
  return examineWith(makeDns(dns).resolve)({ raw, origin: {}, trustedSealers })
}

test('a trusted service vouches for what its own signature covers, whatever the case of its name', async () => {
  for (const trustedSealers of [[sealer], ['fastmail.com', 'Google.COM']]) {
    const { vouchedBy, vouched } = await examine({ trustedSealers })
    expect(vouchedBy).toBe(sealer)
    expect(vouched?.covered).toEqual(expect.arrayContaining(['from', 'subject', 'content-type']))
    expect(vouched?.relaxed).toEqual({ header: true, body: true })
  }
  expect((await examine({ seal: { signingDomain: 'GOOGLE.com' } })).vouchedBy).toBe(sealer)
})

test('no service vouches for a message that its sender is proven to have signed', async () => {
  const evidence = await examine({ mail: { signedBy: court } })
  expect(evidence.signedBy).toBe(court)
  expect(evidence).not.toHaveProperty('vouchedBy')
  expect(evidence).not.toHaveProperty('vouched')
})

test('results that the service folded are read', async () => {
  const seal = { authResults: delivered.replaceAll('; ', ';\r\n       ') }
  expect((await examine({ seal })).vouchedBy).toBe(sealer)
})

test('a service vouches for the domain that it names, by the alignment that the sender’s domain wants', async () => {
  const seal = { authResults: delivered.replace(`mailfrom=${court}`, `mailfrom=mail.${court}`) }
  expect((await examine({ seal })).vouchedBy).toBe(sealer)
  const dns = { '_dmarc.uscourts.gov': 'v=DMARC1; p=reject; aspf=s' }
  expect((await examine({ seal, dns })).vouchedBy).toBeUndefined()
  expect((await examine({ dns })).vouchedBy).toBe(sealer)
})

const untrusted = (name: string) => ({ seal: { signingDomain: name } })
const found = (authResults: string) => ({ seal: { authResults } })
const changed = (from: string | RegExp, to: string) => ({
  change: (raw: Buffer) => Buffer.from(raw.toString('latin1').replace(from, to), 'latin1'),
})

test.each<[string, Sealing]>([
  ['the firm trusts no service', { trustedSealers: [] }],
  ['a service without a name is trusted and there is no seal', { trustedSealers: [''], ...changed(/^ARC-/gm, 'X-') }],
  ['a stranger sealed', untrusted('evil.example')],
  ['a stranger whose name ends the same sealed', untrusted('evilgoogle.com')],
  ['a name below the service’s sealed', untrusted('mail.google.com')],
  ['the signature of the service does not cover the subject', { seal: { headerList: ['From', 'To', 'Content-Type'] } }],
  ['the seal is dated in the future', { seal: { signTime: new Date(Date.now() + 30 * 60_000) } }],
  ['the body was changed afterwards', changed('MOTION', 'ORDER')],
  ['the subject was changed afterwards', changed('Activity in Case', 'Judgment in Case')],
  ['the results were changed afterwards', changed('dmarc=pass', 'dmarc=pass a=b')],
  ['another set was put on top', changed(/^/, 'ARC-Seal: i=2; cv=pass; d=google.com; s=test; a=rsa-sha256; b=x\r\n')],
  ['the seal says that a chain before it failed', { seal: { cv: 'fail' } }],
  ['the message has two senders', { mail: { from: `ECF-CAND@${court}, x@${court}` } }],
  ['SPF failed', found(delivered.replace('spf=pass', 'spf=fail'))],
  ['DMARC failed', found(delivered.replace('dmarc=pass', 'dmarc=fail'))],
  ['there is no DMARC', found(delivered.replace(/; dmarc.*/, ''))],
  ['DMARC passed for another sender', found(delivered.replace('from=cand', 'from=nysd'))],
  ['the server was another court’s', found(delivered.replace('mailfrom=cand', 'mailfrom=nysd'))],
  ['the server was a stranger’s', found(delivered.replace(`mailfrom=${court}`, 'mailfrom=evil.example'))],
  ['the results can be read in more than one way', found(`${delivered} (`)],
  ['the results are missing', found('mx.google.com; none')],
])('no service vouches if %s', async (_, sealing) => {
  const evidence = await examine(sealing)
  expect(evidence).not.toHaveProperty('vouchedBy')
  expect(evidence).not.toHaveProperty('vouched')
})
