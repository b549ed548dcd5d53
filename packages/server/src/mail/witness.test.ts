import { describe, expect, test } from 'vitest'
import { decodeMessage } from '../courts/message/mime.ts'
import { takeSigned } from '../courts/message/signed-reading.ts'
import { parseNotice } from '../courts/registry.ts'
import { findBelieved } from './believed.ts'
import { findAuthserv } from './mailbox-provider.ts'
import { checkInMailbox as check, court, nef } from './testing/check-in-mailbox.ts'
import { makeDns, makeMail, type TestDns } from './testing/court-mail.ts'
import { courtMails, signAs, unsignedMail, withHeader } from './testing/signed-mail.ts'
import { forwardWhole, quoted } from './testing/trust-scenarios.ts'
import {
  foundCourt,
  mailboxes,
  receivedBy,
  resultsOf,
  type SenderFindings,
  withBanner,
} from './testing/witnessed-mail.ts'

const genuine = () => signAs(unsignedMail(nef), nef)
const changedInMailbox = () => withBanner(genuine())

const names = { microsoft365: 'Microsoft 365', 'mx.google.com': 'Google', 'mx.firm.example': 'mx.firm.example' }

describe.each(mailboxes)('a mailbox of %s', (mailbox) => {
  const origin = { authserv: mailbox }
  const received = (raw: Buffer, found: SenderFindings) =>
    receivedBy(mailbox, raw, { results: resultsOf(mailbox, found) })

  test.each(courtMails)('shows that the court sent $name, although a banner broke its signature', async (mail) => {
    const raw = withBanner(signAs(unsignedMail(mail), mail))
    const decoded = await decodeMessage(raw)
    if ('problem' in decoded) throw new Error(decoded.problem)
    const domain = decoded.message.from?.address.split('@')[1] ?? ''
    const whole = received(raw, foundCourt(domain))
    const { trust, sentence, proof, believed } = await check(whole, origin)
    const server = mail.domain === 'txcourts.gov' ? 'the mail server of .*' : "the court's own mail server"
    expect(sentence).toMatch(new RegExp(`sent it: ${names[mailbox]} received it from ${server} \\(SPF\\)\\.`))
    expect(proof).toMatch(new RegExp(`^${names[mailbox]} received it from ${server}$`))
    expect(trust).toBe('verified')
    expect(believed).toEqual({ message: { reading: {}, writer: domain } })
    const read = await decodeMessage(takeSigned(whole, findBelieved({ believed })?.reading ?? {}), true)
    expect('message' in read && 'notice' in parseNotice(read.message)).toBe(true)
  })

  test('is not asked about a message whose signature is intact: only what is signed is read', async () => {
    const raw = received(withHeader(genuine(), 'Content-Transfer-Encoding: 8bit', 'added'), foundCourt(court))
    const { sentence, believed } = await check(raw, origin)
    expect(sentence).toContain('by its signature')
    expect(findBelieved({ believed })?.reading?.signed?.covered).toContain('subject')
  })

  test('shows that a court without DMARC sent it only if SPF passed for the very same domain', async () => {
    const bare: TestDns = { ...makeDns(), resolve: withoutDmarc }
    for (const dmarc of ['none', 'bestguesspass', '']) {
      const found = { ...foundCourt(court), dmarc }
      expect((await check(received(changedInMailbox(), found), origin, bare)).trust, dmarc).toBe('verified')
      const other = received(changedInMailbox(), { ...found, mailFrom: 'mail.ared.uscourts.gov' })
      expect((await check(other, origin, bare)).trust, dmarc).toBe('unverified')
      const twice = received(changedInMailbox(), { ...found, dmarc: `none header.from=${court}; dmarc=none` })
      expect((await check(twice, origin, bare)).trust).toBe('unverified')
      // The court has DMARC, so a provider that found none was deceived about its name or couldn't ask.
      expect((await check(received(changedInMailbox(), found), origin)).trust, dmarc).toBe('unverified')
    }
  })

  test.each<[string, Partial<SenderFindings>]>([
    ['SPF failed', { spf: 'fail' }],
    ['SPF softly failed', { spf: 'softfail' }],
    ['SPF is neutral', { spf: 'neutral' }],
    ['another domain delivered it', { mailFrom: 'evil.example' }],
    ['a domain that looks like it delivered it', { mailFrom: 'ared.uscourts.gov.evil.example' }],
    ['DMARC failed', { dmarc: 'fail' }],
    ['DMARC could not be asked', { dmarc: 'temperror' }],
    ['DMARC passed for another domain', { from: 'evil.example' }],
    ['DMARC passed for another court', { from: 'nysd.uscourts.gov' }],
  ])('does not if %s', async (_, found) => {
    const { trust, sentence } = await check(received(changedInMailbox(), { ...foundCourt(court), ...found }), origin)
    expect(sentence).toContain(`${names[mailbox]} does not say that the court's own mail server delivered it`)
    expect(trust).toBe('unverified')
  })

  test('does not if DMARC passed by the signature alone: who resent it may have put a header in front', async () => {
    const words = '=3Cb=3EORDER 918 FORGED=3C/b=3E'
    const written = unsignedMail(nef).toString('latin1').replace('MOTION', `MOTION ${words}`)
    const signed = signAs(Buffer.from(written, 'latin1'), nef)
    const resent = withHeader(signed, 'Content-Transfer-Encoding: quoted-printable', 'added')
    // The mailbox decoded it to add its banner: the forged words are markup now, and no signature says otherwise.
    const inMailbox = withBanner(
      Buffer.from(resent.toString('latin1').replace(words, '<b>ORDER 918 FORGED</b>'), 'latin1'),
    )
    for (const spf of [
      { spf: 'fail', mailFrom: court },
      { spf: 'pass', mailFrom: 'evil.example' },
    ]) {
      expect((await check(received(inMailbox, { ...foundCourt(court), ...spf }), origin)).trust).toBe('unverified')
    }
  })

  test('does not for someone with a domain of their own, whatever passed for it', async () => {
    const raw = withHeader(changedInMailbox(), 'From: U.S. Courts <ecf@evil.example>', 'changed')
    const { trust } = await check(received(raw, foundCourt('evil.example')), origin)
    expect(trust).toBe('unverified')
  })

  test('does not where nothing is known of the mailbox, nor for mail that came to us another way', async () => {
    const raw = received(changedInMailbox(), foundCourt(court))
    const direct = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: `x@${court}` }
    for (const other of [{}, direct, { ...direct, ...origin }, { authserv: 'mx.other.example' }])
      expect((await check(raw, other)).trust, JSON.stringify(other)).toBe('unverified')
  })

  test('does not for an attached message that carries its results', async () => {
    const original = received(changedInMailbox(), foundCourt(court))
    const forward = await makeMail(forwardWhole([original], { from: 'bob@evil.example' }))
    const raw = received(forward, foundCourt('evil.example'))
    expect((await check(raw, origin)).trust).toBe('unverified')
  })

  test('waits for the DNS to say how the sender is aligned', async () => {
    const raw = received(changedInMailbox(), foundCourt(court))
    const dns = makeDns()
    dns.isDown = true
    expect(await check(raw, origin, dns)).toMatchObject({ trust: 'unverified', temporary: true })
  })

  test('shows that a colleague forwarded it, or that the sender in a format of the firm sent it', async () => {
    const forward = await makeMail({ from: 'jane@firm.example', subject: 'FW: notice', body: quoted })
    const forwarded = await check(received(forward, foundCourt('firm.example')), origin, plainDns())
    expect(forwarded).toMatchObject({ trust: 'forwarded', proof: 'Forwarded by jane@firm.example' })
    expect(forwarded.sentence).toContain(`SPF of firm.example, by ${names[mailbox]}`)
    const named = await makeMail({ from: 'clerk@county.example' })
    const sent = await check(received(named, foundCourt('county.example')), origin, plainDns())
    expect(sent).toMatchObject({ trust: 'verified', onlyFor: ['County'] })
    for (const mail of [forward, named]) {
      const other = received(mail, { ...foundCourt('evil.example'), from: 'county.example' })
      expect((await check(other, origin, plainDns())).trust).toBe('unverified')
    }
  })
})

test("a signed body that says two things is read as the court's own server delivered it, if the provider says so", async () => {
  const lines = [
    'From: no-reply@efilingmail.tylertech.cloud',
    'Subject: Notification of Service for Case: 2025LA000999',
    'Message-ID: <1@efilingmail.tylertech.cloud>',
    'Date: Mon, 7 Sep 2026 10:00:00 -0700',
    'MIME-Version: 1.0',
    'Content-Type: text/plain',
    '',
    ...['Notification of Service', 'Court: Will County', 'Case Number: 2025LA000999', 'Case Style: Doe v. R=6Fe'],
    ...['Download Document: https://illinois.tylertech.cloud/View.aspx', ''],
  ]
  const domain = 'efilingmail.tylertech.cloud'
  const signed = signAs(Buffer.from(lines.join('\r\n')), { way: 'microsoft365', domain })
  const received = (found: Partial<SenderFindings>) =>
    receivedBy('mx.google.com', signed, {
      results: resultsOf('mx.google.com', { ...foundCourt(domain), dmarc: '', ...found }),
    })
  const origin = { authserv: 'mx.google.com' }
  expect((await check(received({ spf: 'fail' }), origin)).sentence).toContain('says different things')
  const { sentence, believed } = await check(received({}), origin)
  expect(sentence).toContain('Google received it from the mail server of Tyler eFile & Serve (SPF)')
  expect(believed).toEqual({ message: { reading: {}, writer: domain } })
})

test("a mailbox's provider is known by its IMAP server, unless its own is entered", () => {
  expect(findAuthserv({ host: 'Outlook.Office365.com' })).toBe('microsoft365')
  expect(findAuthserv({ host: 'imap.gmail.com' })).toBe('mx.google.com')
  expect(findAuthserv({ host: 'imap.gmail.com.evil.example' })).toBeUndefined()
  expect(findAuthserv({ host: 'outlook.office365.com', authserv: 'gateway.firm.example' })).toBe('gateway.firm.example')
})

const withoutDmarc: TestDns['resolve'] = (name, type) =>
  makeDns({ '_dmarc.uscourts.gov': 'v=other' }).resolve(name, type)

/** A DNS in which the firm and the county have DMARC. */
function plainDns(): TestDns {
  const record = 'v=DMARC1; p=reject'
  return makeDns({ '_dmarc.firm.example': record, '_dmarc.county.example': record })
}
