import { describe, expect, test } from 'vitest'
import { findForward } from '../courts/message/forwarding.ts'
import { decodeMessage } from '../courts/message/mime.ts'
import { checkForward, checkNamed } from './proven-sender.ts'
import type { CheckedMessage, Insider } from './sender-check.ts'
import type { SenderEvidence } from './sender-evidence.ts'
import { makeMail, type TestMail } from './testing/court-mail.ts'
import { quoted } from './testing/trust-scenarios.ts'

const covered = ['from', 'to', 'subject', 'date', 'message-id', 'content-type', 'content-transfer-encoding']
const signed = { covered, relaxed: { header: true, body: true } }
/** What doesn't say where the parts of a message begin. */
const signedOpenly = { ...signed, covered: covered.filter((name) => !name.startsWith('content-')) }
const parts: TestMail = {
  headers: ['Content-Type: multipart/mixed; boundary=b'],
  body: `--b\r\nContent-Type: text/html\r\n\r\n${quoted}\r\n--b--\r\n`,
}

interface Given {
  mail?: TestMail
  found?: Partial<SenderEvidence>
  insider?: Insider | undefined
  formats?: readonly string[]
}

/** A message from this address, of which the examination found this. */
async function inputOf(from: string, { mail = {}, found = {}, insider = {}, formats = ['County'] }: Given) {
  const raw = await makeMail({ body: quoted, ...mail, from: mail.from ?? from })
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const asked: string[] = []
  const input: CheckedMessage = {
    raw,
    key: undefined,
    message: decoded.message,
    origin: {},
    trustedForwarders: ['google.com'],
    findInsider: async () => insider,
    receivesAt: async () => false,
    formatsOf: async (address) => {
      asked.push(address)
      return formats
    },
    formats: async () => [],
    examine: async ({ trustedSealers }) => {
      asked.push(`sealed by ${trustedSealers.length}`)
      return { from: [from], isSentByDomain: false, isDisowned: false, hasDnsTrouble: false, ...found }
    },
  }
  return { input, asked }
}

const clerk = 'Clerk@county.example'
const named = async (given: Given = {}, from = clerk) => checkNamed((await inputOf(from, given)).input, from)
const byDkim = { signedBy: 'county.example', signed }
const bySpf = { isSentByDomain: true, spf: 'pass', spfDomain: 'county.example' }

describe('the sender in a format of the firm', () => {
  test('is asked for by the address in lower case, and mail of anyone else is not examined', async () => {
    const { input, asked } = await inputOf(clerk, { formats: [] })
    expect(await checkNamed(input, clerk)).toBeUndefined()
    expect(asked).toEqual(['clerk@county.example'])
  })

  test('is proven by what it signed, and nothing else of it is believed', async () => {
    const check = await named({ found: byDkim })
    expect(check).toMatchObject({
      trust: 'verified',
      onlyFor: ['County'],
      proof: 'Sent by Clerk@county.example, proven by DKIM of county.example',
      believed: { message: { reading: { signed } } },
    })
  })

  test('is proven by its own server, and all of it is believed', async () => {
    for (const found of [bySpf, { ...bySpf, ...byDkim }]) {
      const check = await named({ found })
      expect(check).toMatchObject({ trust: 'verified', onlyFor: ['County'] })
      expect(check?.believed).toStrictEqual({ message: {} })
    }
    expect((await named({ found: bySpf }))?.sentence).toContain('proven (SPF of county.example)')
  })

  test('is proven by the word of the mailbox’s provider, which says less than what it signed', async () => {
    const found = { ...bySpf, witness: 'Google' }
    const check = await named({ found })
    expect(check?.sentence).toContain('proven (SPF of county.example, by Google)')
    expect(check?.believed).toStrictEqual({ message: {} })
    expect(await named({ found: { ...found, ...byDkim } })).toMatchObject({
      believed: { message: { reading: { signed } } },
    })
  })

  test('is proven by the domain above its own', async () => {
    const from = 'clerk@district.county.example'
    expect(await named({ found: byDkim }, from)).toMatchObject({ trust: 'verified' })
    expect(await named({ found: bySpf }, from)).toMatchObject({ trust: 'verified' })
    expect(await named({ found: { ...bySpf, spfDomain: 'County.Example' } }, from)).toMatchObject({ trust: 'verified' })
    expect(await named({ found: { ...byDkim, signedBy: 'County.Example' } }, from)).toMatchObject({ trust: 'verified' })
  })

  test.each<[string, Partial<SenderEvidence>]>([
    ['nothing', {}],
    ['a signature of a domain below its own', { ...byDkim, signedBy: 'x.county.example' }],
    ['a signature of a neighbor', { ...byDkim, signedBy: 'town.example' }],
    ['a signature of a name that ends its own', { ...byDkim, signedBy: 'ounty.example' }],
    ['a signature that covers nothing known', { signedBy: 'county.example' }],
    ['the server of a domain below its own', { ...bySpf, spfDomain: 'x.county.example' }],
    ['the server of a neighbor', { ...bySpf, spfDomain: 'town.example' }],
    ['a server that may not send for it', { ...bySpf, isSentByDomain: false, spf: 'fail' }],
    ['a forwarding service', { vouchedBy: 'google.com', vouched: signed }],
  ])('is not proven by %s', async (_, found) => {
    expect(await named({ found })).toBeUndefined()
  })

  test('is not proven if the header can be read in more than one way', async () => {
    for (const from of [[clerk, 'x@county.example'], [clerk, clerk], ['x@county.example'], []])
      for (const proof of [byDkim, bySpf]) expect(await named({ found: { ...proof, from } })).toBeUndefined()
  })

  test('is not proven yet while the DNS does not answer, unless something else proves it', async () => {
    const trouble = { hasDnsTrouble: true }
    expect(await named({ found: trouble })).toMatchObject({
      temporary: true,
      sentence: 'Not proven yet: DNS could not be queried about county.example.',
    })
    expect(await named({ found: { ...trouble, ...byDkim } })).toMatchObject({ trust: 'verified' })
  })

  test('is not believed if what it signed can’t be read with certainty', async () => {
    const check = await named({ mail: parts, found: { ...byDkim, signed: signedOpenly } })
    expect(check).toMatchObject({ trust: 'unverified' })
    expect(check?.sentence).toContain(
      'it is from Clerk@county.example, but its signature doesn\'t cover its "content-type"',
    )
  })

  test('is believed as its own server delivered it to a mailbox, if what it signed can’t be read with certainty', async () => {
    const found = { ...byDkim, ...bySpf, signed: signedOpenly, witness: 'Google' }
    const check = await named({ mail: parts, found })
    expect(check?.believed).toStrictEqual({ message: {} })
    expect(check?.proof).toBe('Sent by Clerk@county.example, proven by SPF of county.example, by Google')
  })

  test('is never proven by a seal', async () => {
    const { input, asked } = await inputOf(clerk, { found: byDkim })
    await checkNamed(input, clerk)
    expect(asked).toContain('sealed by 0')
  })
})

const jane = 'jane@ny.firm.example'
const byJane = { signedBy: 'ny.firm.example', signed }
const byServer = { isSentByDomain: true, spf: 'pass', spfDomain: 'ny.firm.example' }

async function forwarded(given: Given = {}) {
  const { input } = await inputOf(jane, given)
  const forward = findForward(input.message)
  if (!forward) throw new Error('it quotes no court')
  return checkForward(input, forward)
}

describe('a forward', () => {
  test('of someone known at the firm counts as they signed it', async () => {
    expect(await forwarded({ found: byJane })).toMatchObject({
      trust: 'forwarded',
      proof: 'Forwarded by jane@ny.firm.example',
      believed: { message: { reading: { signed } } },
      readAs: { reading: { signed } },
    })
  })

  test('counts as their own server delivered it', async () => {
    for (const found of [byServer, { ...byServer, ...byJane }]) {
      const check = await forwarded({ found })
      expect(check.trust).toBe('forwarded')
      expect(check.sentence).toContain('from the United States District Court for the Northern District of California')
      expect(check.believed).toStrictEqual({ message: {} })
      expect(check).not.toHaveProperty('readAs')
    }
  })

  test('that a provider received counts as they signed it, or else as it is in the mailbox', async () => {
    const found = { ...byServer, witness: 'Google' }
    expect((await forwarded({ found })).believed).toStrictEqual({ message: {} })
    expect(await forwarded({ found: { ...found, ...byJane } })).toMatchObject({ readAs: { reading: { signed } } })
  })

  test('that a provider received counts as it is in the mailbox, if what they signed can’t be read with certainty', async () => {
    const found = { ...byJane, ...byServer, signed: signedOpenly, witness: 'Google' }
    const check = await forwarded({ mail: parts, found })
    expect(check.trust).toBe('forwarded')
    expect(check.believed).toStrictEqual({ message: {} })
  })

  test('counts by any name within the firm’s own domain, if it has one', async () => {
    const own = { ownDomain: 'firm.example' }
    for (const name of ['mail.firm.example', 'firm.example', 'ny.firm.example'])
      for (const found of [
        { ...byJane, signedBy: name },
        { ...byServer, spfDomain: name },
      ])
        expect((await forwarded({ found, insider: own })).trust, name).toBe('forwarded')
    const neighbor = { ...byJane, signedBy: 'mail.firm.example' }
    expect((await forwarded({ found: neighbor })).trust).toBe('unverified')
    expect((await forwarded({ found: neighbor, insider: { ownDomain: 'ny.firm.example' } })).trust).toBe('unverified')
  })

  const unproven = 'Not proven: it looks forwarded by jane@ny.firm.example'
  test.each<[string, Given, string]>([
    ['of two senders', { found: { ...byJane, from: [jane, 'x@ny.firm.example'] } }, 'whose address is not proven'],
    ['of another sender', { found: { ...byServer, from: ['x@ny.firm.example'] } }, 'whose address is not proven'],
    ['of parts that nothing covers', { mail: parts, found: { ...byJane, signed: signedOpenly } }, 'but its signature'],
    ['of no one', { found: { signatureProblem: 'it has no signature' } }, 'it has no signature, and which mail server'],
    [
      'of a neighbor',
      { found: { ...byJane, signedBy: 'x.example' } },
      'its signature is not theirs, and which mail server',
    ],
    [
      'from a stranger’s server',
      { found: { spf: 'pass' } },
      'the mail server that delivered it belongs to another domain',
    ],
    ['from no server of theirs', { found: { spf: 'softfail' } }, 'its mail server is not theirs (SPF)'],
    ['from who knows where', {}, 'which mail server delivered it is not known'],
    ['that their domain disowns', { found: { isDisowned: true } }, 'by the rules of ny.firm.example (DMARC)'],
  ])('%s does not count', async (_, given, why) => {
    const check = await forwarded(given)
    expect(check).toMatchObject({ trust: 'unverified' })
    expect(check.sentence).toContain(unproven)
    expect(check.sentence).toContain(why)
    expect(check).not.toHaveProperty('temporary')
  })

  test('is not proven yet while the DNS does not answer, even if a domain seems to disown it', async () => {
    const found = { hasDnsTrouble: true, isDisowned: true }
    expect(await forwarded({ found })).toMatchObject({ trust: 'unverified', temporary: true })
    expect(await forwarded({ found: { ...found, ...byJane } })).toMatchObject({ trust: 'forwarded' })
  })

  test('that a rule sent on does not count, and is not examined', async () => {
    const mail = { headers: ['Auto-Submitted: auto-generated'] }
    const { input, asked } = await inputOf(jane, { mail, found: byJane })
    const forward = findForward(input.message)
    expect(forward && (await checkForward(input, forward)).sentence).toContain('a rule in the mailbox of')
    expect(asked).toEqual([])
  })
})
