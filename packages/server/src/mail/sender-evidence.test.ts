import { setImmediate } from 'node:timers/promises'
import { type SigningInput, type SigningWay, signWith } from '@courtcrier/sandbox/notice/dkim.ts'
import { describe, expect, test } from 'vitest'
import { openResolver } from './dns-gateway.ts'
import type { Origin } from './origin.ts'
import { examineWith } from './sender-evidence.ts'
import { courtServer, makeDns, makeMail, sign, testPrivateKey } from './testing/court-mail.ts'
import { signAs } from './testing/signed-mail.ts'

const court = 'cand.uscourts.gov'
const headers = ['from', 'subject', 'date', 'message-id', 'to', 'mime-version', 'content-type']
const relaxed: SigningWay = { canonicalization: 'relaxed/relaxed', headers }

interface Given {
  origin?: Origin
  dns?: Readonly<Record<string, string>>
}

const examine = (raw: Uint8Array, { origin = {}, dns = {} }: Given = {}) =>
  examineWith(makeDns(dns).resolve)({ raw, origin, trustedSealers: [] })

const signed = async (odd: Partial<SigningInput> = {}, way = relaxed) =>
  signWith(await makeMail(), way, {
    domain: court,
    selector: 'test',
    privateKey: testPrivateKey,
    at: new Date(),
    ...odd,
  })

const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000)

describe('a signature', () => {
  test('proves the sender by what it covers', async () => {
    expect(await examine(await signed())).toStrictEqual({
      from: ['ECF-CAND@cand.uscourts.gov'],
      signedBy: court,
      signed: { covered: headers, relaxed: { header: true, body: true } },
      signatureProblem: undefined,
      spf: undefined,
      spfDomain: undefined,
      isSentByDomain: false,
      isDisowned: false,
      hasDnsTrouble: false,
    })
  })

  test.each<[string, () => Promise<Buffer>, string | RegExp]>([
    ['that is absent', () => makeMail(), 'it has no signature'],
    [
      'of other words',
      async () => Buffer.from(String(await signed()).replace('MOTION', 'ORDER')),
      'its signature is not valid (body hash did not verify)',
    ],
    ['with SHA-1', () => signed({ hash: 'sha1' }), 'its signature is not valid (weak algorithm)'],
    ['for a part', async () => sign(await makeMail(), court, 10), 'its signature covers only a part of it'],
    ['for nothing', async () => sign(await makeMail(), court, 0), 'its signature covers only a part of it'],
    ['of the future', () => signed({ at: minutesAhead(6) }), 'its signature is dated in the future'],
    ['that ended', () => signed({ tags: ['x=1000000000'] }), /^its signature is not valid \(expired\)$/],
    [
      'without the subject',
      () => signed({}, { ...relaxed, headers: headers.filter((name) => name !== 'subject') }),
      'its signature doesn\'t cover its "subject" header',
    ],
    ['without a list', () => signed({ leftOut: 'h' }), 'its signature doesn\'t cover its "subject" header'],
    [
      'with two lists',
      () => signed({ tags: [`h=${headers.join(':')}`] }),
      'its signature doesn\'t cover its "subject" header',
    ],
    [
      'of a stranger',
      () => signed({ domain: 'evil.example' }),
      "it is signed by evil.example, which is not the sender's domain",
    ],
    [
      'of another court',
      () => signed({ domain: 'nysb.uscourts.gov' }),
      "it is signed by nysb.uscourts.gov, which is not the sender's domain",
    ],
  ])('%s proves nothing', async (_, make, why) => {
    const evidence = await examine(await make())
    expect(evidence.signatureProblem).toEqual(typeof why === 'string' ? why : expect.stringMatching(why))
    expect(evidence).not.toHaveProperty('signedBy')
    expect(evidence).not.toHaveProperty('signed')
  })

  test('of a clock that is some minutes ahead counts', async () => {
    expect(await examine(await signed({ at: minutesAhead(4) }))).toMatchObject({ signedBy: court })
  })

  test('names what it covers as often as it does', async () => {
    const twice = [...headers, 'Subject', 'from', 'x-none']
    const { signed: covers } = await examine(await signed({}, { ...relaxed, headers: twice }))
    expect(covers?.covered).toEqual([...headers, 'subject', 'from', 'x-none'])
  })

  test.each<[string, SigningWay['canonicalization'], Partial<SigningInput>, boolean, boolean]>([
    ['of both', 'relaxed/relaxed', {}, true, true],
    ['of headers alone', 'relaxed/simple', {}, true, false],
    [
      'of headers alone, without a word about the body',
      'relaxed/simple',
      { leftOut: 'c', tags: ['c=relaxed'] },
      true,
      false,
    ],
    ['of the body alone', 'simple/relaxed', {}, false, true],
    ['of both, in capital letters', 'relaxed/relaxed', { leftOut: 'c', tags: ['c=Relaxed / RELAXED'] }, true, true],
    ['of none', 'simple/simple', {}, false, false],
    ['of none, by saying nothing', 'simple/simple', { leftOut: 'c' }, false, false],
  ])('allows changes of white space %s', async (_, canonicalization, odd, header, body) => {
    const { signed: covers } = await examine(await signed(odd, { ...relaxed, canonicalization }))
    expect(covers?.relaxed).toEqual({ header, body })
  })

  test('that covers more is read rather than another of the same sender, in either order', async () => {
    const [few, many] = [
      { way: 'cmecf2025', domain: court },
      { way: 'cmecf2024', domain: 'uscourts.gov' },
    ] as const
    const raw = await makeMail()
    for (const twice of [signAs(signAs(raw, few), many), signAs(signAs(raw, many), few)])
      expect((await examine(twice)).signed?.covered).toContain('content-type')
  })

  test('of a domain above counts unless the sender’s domain wants its own alone', async () => {
    const signedBy = async (domain: string, policy: string) =>
      (await examine(await signed({ domain }), { dns: { '_dmarc.uscourts.gov': policy } })).signedBy
    for (const policy of ['v=DMARC1; p=reject', 'no policy'])
      expect(await signedBy('uscourts.gov', policy), policy).toBe('uscourts.gov')
    expect(await signedBy('uscourts.gov', 'v=DMARC1; p=reject; adkim=s')).toBeUndefined()
    expect(await signedBy(court, 'v=DMARC1; p=reject; adkim=s')).toBe(court)
  })

  test('proves nothing by a key that a name with a null character leads to', async () => {
    const dns = makeDns()
    const key = String(((await dns.resolve(`test._domainkey.${court}`, 'TXT')) as string[][])[0]?.join(''))
    const own = makeDns({ 'own._domainkey.evil.example': key })
    // As the system's resolver reads a name.
    const resolve = openResolver(undefined, { resolve: (name, type) => own.resolve(name.split('\0')[0] ?? '', type) })
    for (const [selector, domain] of [
      ['own._domainkey.evil.example\0', court],
      ['own', `evil.example\0.${court}`],
    ]) {
      const raw = await signed({ ...(selector && { selector }), ...(domain && { domain }) })
      const evidence = await examineWith(resolve)({ raw, origin: {}, trustedSealers: [] })
      expect(evidence.signatureProblem).toMatch(/^its signature is not valid/)
      expect(evidence.hasDnsTrouble).toBe(false)
    }
  })
})

test('mail with several senders proves nothing of any', async () => {
  for (const from of [
    'ECF-CAND@cand.uscourts.gov, x@evil.example',
    'ECF-CAND@cand.uscourts.gov, x@cand.uscourts.gov',
  ]) {
    const raw = await makeMail({ from })
    const evidence = await examine(raw, { origin: { ...courtServer, mailFrom: `x@${court}` } })
    expect(evidence.from).toHaveLength(2)
    expect(evidence).toMatchObject({ spf: 'pass', isSentByDomain: false, isDisowned: false })
  }
})

describe('a domain disowns mail', () => {
  const unknown = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'jane@firm.example' }
  const disowned = async (
    policy: string | undefined,
    { signedBy, origin = unknown }: Given & { signedBy?: string } = {},
  ) => {
    const raw = await makeMail({ from: 'jane@firm.example', ...(signedBy && { signedBy }) })
    return (await examine(raw, { origin, dns: policy ? { '_dmarc.firm.example': policy } : {} })).isDisowned
  }

  test('that fails what it asks receivers to check', async () => {
    expect(await disowned('v=DMARC1; p=reject')).toBe(true)
    expect(await disowned('v=DMARC1; p=quarantine')).toBe(true)
    expect(await disowned('v=DMARC1; p=reject', { signedBy: 'evil.example' })).toBe(true)
  })

  test('not if it only watches, asks for nothing, or if the mail passes', async () => {
    expect(await disowned('v=DMARC1; p=none')).toBe(false)
    expect(await disowned(undefined)).toBe(false)
    expect(await disowned('v=DMARC1; p=reject', { signedBy: 'firm.example' })).toBe(false)
  })

  test('not if the server that delivered it is not known', async () => {
    expect(await disowned('v=DMARC1; p=reject', { origin: {} })).toBe(false)
  })
})

test('the word of a server counts only with SPF passed', async () => {
  const origin = { ...courtServer, mailFrom: `ecf@${court}` }
  expect(await examine(await makeMail(), { origin })).toMatchObject({
    spf: 'pass',
    spfDomain: court,
    isSentByDomain: true,
  })
  const elsewhere = await examine(await makeMail(), { origin: { ...origin, ip: '203.0.113.9' } })
  expect(elsewhere).toMatchObject({ spf: 'fail', spfDomain: court, isSentByDomain: false })
  expect(elsewhere).not.toHaveProperty('witness')
})

test('a message that names more records than are asked for is not examined to the end', async () => {
  const examination = { raw: await signed(), origin: {}, trustedSealers: [] }
  const { resolve } = makeDns()
  await expect(examineWith(resolve)({ ...examination, lookups: 1 })).rejects.toThrow('it names more than 1 records')
  expect(await examineWith(resolve)({ ...examination, lookups: 10 })).toMatchObject({ signedBy: court })
})

test('other work is done while a large message is examined', async () => {
  const raw = await makeMail({ body: 'a line of a long exhibit\r\n'.repeat(200_000), signedBy: court })
  let turns = 0
  let isDone = false
  const examined = examine(raw).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await setImmediate()
    turns++
  }
  expect((await examined).signedBy).toBe(court)
  expect(turns).toBeGreaterThan(10)
})
