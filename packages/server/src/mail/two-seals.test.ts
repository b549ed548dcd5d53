import { sealMessage } from 'mailauth'
import { expect, test } from 'vitest'
import { examineWith } from './sender-evidence.ts'
import { makeDns, makeMail, testPrivateKey } from './testing/court-mail.ts'

const court = 'cand.uscourts.gov'
const trusted = 'google.com'
const stranger = 'evil.example'
const delivered = `mx.google.com; spf=pass smtp.mailfrom=${court}; dmarc=pass header.from=${court}`
/** What the second service sees: the server of the first one. */
const passedOn = `mx.google.com; arc=pass (i=1 spf=pass dmarc=pass); spf=pass smtp.mailfrom=x@${stranger}; dmarc=fail header.from=${court}`

type Seal = Partial<Parameters<typeof sealMessage>[1]>
type Change = (raw: string) => string

async function sealedBy(raw: Buffer, seal: Seal): Promise<Buffer> {
  const usual = { signingDomain: trusted, selector: 'test', privateKey: testPrivateKey, authResults: delivered }
  const headers = await sealMessage(raw, { ...usual, ...seal })
  if (headers.length === 0) throw new Error('the test message could not be sealed')
  return Buffer.concat([headers, raw])
}

interface Chain {
  first?: Seal
  second?: Seal
  between?: Change
  after?: Change
  trustedSealers?: readonly string[]
}

/** Which service confirms a message that two services sealed, one after the other. */
async function vouchedBy({ first, second, between = same, after = same, trustedSealers = [trusted] }: Chain = {}) {
  const one = await sealedBy(await makeMail(), { signingDomain: stranger, cv: 'none', ...first })
  const two = await sealedBy(changedBy(one, between), { cv: 'pass', ...second })
  const evidence = await examineWith(makeDns().resolve)({ raw: changedBy(two, after), origin: {}, trustedSealers })
  return evidence.vouchedBy
}

const same: Change = (raw) => raw
const changedBy = (raw: Buffer, change: Change) => Buffer.from(change(raw.toString('latin1')), 'latin1')
/** Removes, or replaces, the header with this name of the set with this number. */
const set =
  (name: string, instance: number, to = ''): Change =>
  (raw) =>
    raw.replace(new RegExp(`^${name}: i=${instance};[^\\r]*\\r\\n(?:[ \\t][^\\r]*\\r\\n)*`, 'm'), to)

test('a trusted service vouches for what the court’s own server delivered to it, sealed by the court or a stranger before', async () => {
  expect(await vouchedBy()).toBe(trusted)
  expect(await vouchedBy({ first: { signingDomain: 'uscourts.gov' } })).toBe(trusted)
})

test.each<[string, Chain]>([
  ['the last service says that another one’s server delivered it', { second: { authResults: passedOn } }],
  [
    'both are trusted, and only to the first did the court’s server deliver it',
    {
      first: { signingDomain: trusted },
      second: { signingDomain: 'fastmail.com', authResults: passedOn },
      trustedSealers: [trusted, 'fastmail.com'],
    },
  ],
  ['the last one is a stranger', { first: { signingDomain: trusted }, second: { signingDomain: stranger } }],
  ['the last one found that the chain fails', { second: { cv: 'fail' } }],
  ['the last one found no chain', { second: { cv: 'none' } }],
  ['what the first one found was changed', { after: (raw) => raw.replace('cv=none', 'cv=pass') }],
  ['the first seal is missing', { after: set('ARC-Seal', 1) }],
  ['the first signature is missing', { after: set('ARC-Message-Signature', 1) }],
  ['the first results are missing', { after: set('ARC-Authentication-Results', 1) }],
  ['the last seal is missing', { after: set('ARC-Seal', 2) }],
  ['the last signature is missing', { after: set('ARC-Message-Signature', 2) }],
  ['the last results are missing', { after: set('ARC-Authentication-Results', 2) }],
  ['the first results were changed', { after: (raw) => raw.replace(/(i=1; [^;]*); spf=pass/, '$1; spf=none') }],
  ['the last results were changed', { after: (raw) => raw.replace(/(i=2; [^;]*); spf=pass/, '$1; spf=none') }],
  [
    'a set of the first number is there twice',
    { after: (raw) => `${/^ARC-Seal: i=1;[\s\S]*?(?=^\S)/m.exec(raw)?.[0]}${raw}` },
  ],
  ['a number is left out', { after: (raw) => raw.replaceAll(/^(ARC-[\w-]+: i=)2;/gm, '$13;') }],
  ['a number is zero', { after: (raw) => raw.replaceAll(/^(ARC-[\w-]+: i=)1;/gm, '$10;') }],
  ['a number has a zero in front', { after: (raw) => raw.replaceAll(/^(ARC-[\w-]+: i=)2;/gm, '$102;') }],
  ['a number is negative', { after: (raw) => raw.replaceAll(/^(ARC-[\w-]+: i=)2;/gm, '$1-2;') }],
  ['a number is a word', { after: (raw) => raw.replaceAll(/^(ARC-[\w-]+: i=)2;/gm, '$1two;') }],
  [
    'the numbers are exchanged',
    { after: (raw) => raw.replaceAll(/^(ARC-[\w-]+: i=)([12]);/gm, (_, name, i) => `${name}${3 - Number(i)};`) },
  ],
  ['the body was changed afterwards', { after: (raw) => raw.replace('MOTION', 'ORDER') }],
  [
    'a third set without a signature is on top',
    { after: (raw) => `ARC-Seal: i=3; cv=pass; d=${trusted}; s=test; a=rsa-sha256; b=x\r\n${raw}` },
  ],
])('no one vouches if %s', async (_, chain) => {
  expect(await vouchedBy(chain)).toBeUndefined()
})
