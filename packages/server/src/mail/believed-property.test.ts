import { expect, test } from 'vitest'
import { innerMessages } from '../courts/message/forwarding.ts'
import type { Message } from '../courts/message/message.ts'
import { bodyToShow, decodeMessage } from '../courts/message/mime.ts'
import { takeSigned } from '../courts/message/signed-reading.ts'
import { parseNotice } from '../courts/registry.ts'
import { isLongRun } from '../testing/long-run.ts'
import { findBelieved } from './believed.ts'
import type { Origin } from './origin.ts'
import { examineWith } from './sender-evidence.ts'
import { makeDns, makeMail } from './testing/court-mail.ts'
import { neighbor, sealedMessage, sealer } from './testing/sealed-mail.ts'
import { type CourtMail, courtMails, signAs, unsignedMail, withHeader } from './testing/signed-mail.ts'
import { signingWays } from './testing/signing-ways.ts'
import { forwardWhole, isOfFirm } from './testing/trust-scenarios.ts'
import { foundCourt, type MailboxName, mailboxes, receivedBy, resultsOf, withBanner } from './testing/witnessed-mail.ts'
import { checkSender } from './trust.ts'
import { whyNotItsOwn } from './writers.ts'

const runs = isLongRun ? 20_000 : 300
const timeoutMs = 240_000 + runs * 60

/** Mulberry32: the same messages in each run, so that a failure can be repeated by its number. */
function randomOf(seed: number): <T>(choices: readonly T[]) => T {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number]
}

const ways = Object.keys(signingWays) as (keyof typeof signingWays)[]
const signers = [
  ...[...new Set(courtMails.map(({ domain }) => domain))],
  'cand.uscourts.gov',
  neighbor,
  'gtwy.uscourts.gov',
  'ca2.fedcourts.us',
  'efilingmail.tylertech.cloud',
  'other.tylertech.cloud',
  'evil.example',
]
const writers = [
  undefined,
  'ECF-NYSB@nysb.uscourts.gov',
  'no-reply@efilingmail.tylertech.cloud',
  'ECF-CAND@cand.uscourts.gov',
  'ACMS@ca9.fedcourts.us',
  'x@evil.example',
]
/** What someone else wrote into the notice. */
const words = [
  '',
  '=3Cb=3EDocket Text: ORDER FORGED=3C/b=3E',
  '=0ACase Number: 1:26-cv-09999=0A=\r\nFORGED',
  '<b>FORGED</b>',
  '\r\n--b\r\nContent-Type: text/html\r\n\r\nFORGED\r\n--b--\r\n',
]
const lines = [
  ...['quoted-printable', 'base64', '8bit', 'binary'].map((encoding) => `Content-Transfer-Encoding: ${encoding}`),
  ...['text/plain', 'text/html', 'multipart/mixed; boundary=b', 'text/plain; format=flowed', 'message/rfc822'].map(
    (type) => `Content-Type: ${type}`,
  ),
  ...['Subject: FORGED', 'From: x@evil.example', 'Sender: x@nysd.uscourts.gov', 'Date: Mon, 7 Sep 2026 10:00:00 -0700'],
  ...['Content-Type\u00a0: text/plain', 'Content-Transfer-Encoding\v: quoted-printable', 'X-Other: 1'],
]
const spaces: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.replaceAll('\r\n\r\n', '\r\n \r\n').replace('\r\n \r\n', '\r\n\r\n'),
  (text) => text.replace('MOTION', 'MOTION  '),
  (text) => text.replace('Notice', 'Motion'),
  (text) => text.replaceAll('\r\n', '\n'),
]

interface Made {
  /** What its signer wrote, and what the court's own server delivered, as the mailbox changed it. */
  readings: readonly Buffer[]
  raw: Buffer
  origin: Origin
  /** The signer. */
  domain: string
  /** Whose own server delivered it. */
  deliveredBy?: string
}

/** A message, made by a number. */
async function messageOf(seed: number): Promise<Made> {
  const pick = randomOf(seed)
  const mail: CourtMail = pick(courtMails)
  const way = pick([mail.way, mail.way, ...ways])
  const domain = pick([mail.domain, mail.domain, mail.domain, ...signers])
  const theirs = pick(words)
  const body = unsignedMail(mail).toString('latin1').replace('MOTION', `MOTION ${theirs}`)
  const writer = pick([undefined, undefined, ...writers])
  const plain = Buffer.from(body, 'latin1')
  const written = writer ? withHeader(plain, `From: ${writer}`, 'changed') : plain
  const signed = signAs(written, { way, domain }, new Date(Date.now() + pick([0, 0, 0, 3_600_000])))
  const count = pick([0, 1, 1, 2])
  let sent = signed
  for (let at = 0; at < count; at++) sent = withHeader(sent, pick(lines), pick(['added', 'changed', 'removed']))
  sent = Buffer.from(pick(spaces)(sent.toString('latin1')), 'latin1')
  const isForwarded = pick([false, false, true])
  const raw = isForwarded
    ? await makeMail(forwardWhole([sent], { from: 'bob@evil.example', encoding: pick(['7bit', 'base64']) }))
    : sent
  const from = fromIn(written)
  if (pick([false, false, false, true])) {
    const change = (raw: Buffer) => withHeader(raw, pick(lines), pick(['added', 'changed', 'removed']))
    const sealed = await sealedMessage({ written, signed, sent }, { pick, from, change })
    return { ...sealed, origin: pick([{}, stranger]), domain }
  }
  const mailbox = pick([undefined, undefined, ...mailboxes])
  if (!mailbox) return { readings: [written], raw, origin: pick([{}, stranger]), domain }
  if (pick([true, false])) {
    const delivered = receivedBy(mailbox, pick([signed, withBanner(signed)]), {
      results: resultsOf(mailbox, foundCourt(from)),
    })
    const origin = { authserv: mailbox }
    return { readings: [written, withBanner(written)], raw: delivered, origin, domain, deliveredBy: from }
  }
  const origin = pick([{ authserv: mailbox }, { authserv: mailbox }, { authserv: pick(mailboxes) }, {}])
  return { readings: [written], raw: deliveredByStranger(raw, { pick, mailbox, from }), origin, domain }
}

const stranger = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@evil.example' }

function fromIn(message: Buffer): string {
  return /^from:[^\r]*@([\w.-]+)/im.exec(message.toString('latin1'))?.[1] ?? ''
}

interface Stranger {
  pick: ReturnType<typeof randomOf>
  mailbox: MailboxName
  from: string
}

/** A mailbox receives it from a stranger who wrote results of a provider into it, as well as they can. */
function deliveredByStranger(raw: Buffer, { pick, mailbox, from }: Stranger): Buffer {
  let sent = raw
  for (let at = pick([0, 1, 1, 2]); at > 0; at--) {
    const name = pick(mailboxes)
    const text = resultsOf(name, {
      ...foundCourt(pick([from, from, 'evil.example'])),
      dmarc: pick(['pass', 'none', '']),
    })
    const line = `${pick(['Authentication-Results', 'authentication-results', 'ARC-Authentication-Results: i=1;X'])}: ${text}`
    sent = pick([
      () => withHeader(sent, line, 'added'),
      () => receivedBy(name, sent, { results: text }),
      () => receivedBy(name, withHeader(sent, line, 'added'), {}),
      () => Buffer.from(sent.toString('latin1').replace('\r\n\r\n', `\r\n${line}\r\n\r\n`), 'latin1'),
      () => Buffer.from(sent.toString('latin1').replace('\r\n\r\n', `\r\n\r\n${line}\r\n\r\n`), 'latin1'),
    ])()
  }
  // By its signature DMARC may pass for anyone who sends a message again.
  const found = pick([
    { spf: 'fail', mailFrom: from, dmarc: pick(['pass', 'fail', 'none', '']) },
    { spf: 'pass', mailFrom: 'evil.example', dmarc: pick(['pass', 'fail', 'none', '']) },
    { spf: 'none', mailFrom: `x.${from}`, dmarc: 'fail' },
    { spf: 'pass', mailFrom: neighbor, dmarc: 'pass' },
  ])
  const peer = pick(['relay.evil.example', 'icmecf101.gtwy.uscourts.gov', 'mail-1.google.com', 'mx.firm.example'])
  return receivedBy(mailbox, pick([sent, withBanner(sent)]), { results: resultsOf(mailbox, { ...found, from }), peer })
}

/** What the pipeline would act on: the believed reading and the court it speaks for; undefined if nothing. */
async function believedOf(raw: Buffer, origin: Origin) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) return undefined
  const { message } = decoded
  const examine = examineWith(makeDns().resolve)
  const trustedForwarders = [sealer]
  const check = await checkSender(raw, { message, origin, examine, trustedForwarders, findInsider: isOfFirm })
  if (check.trust === 'unverified') return undefined
  const source = check.originalIds ? Buffer.from(innerMessages(message)[0] ?? []) : raw
  const { reading, writer } = findBelieved(check) ?? {}
  if (!reading || writer === undefined) throw new Error(`nothing says what is believed: ${check.sentence}`)
  const read = await decodeMessage(takeSigned(source, reading), true)
  if ('problem' in read) return undefined
  const parsed = parseNotice(read.message)
  if (!('notice' in parsed) || whyNotItsOwn(writer, parsed.notice) !== undefined) return undefined
  return { message: read.message, notice: parsed.notice, writer }
}

const tight = (text: string) => text.replace(/\s+/g, '')

/**
 * The oracle knows only what the signer wrote: its own encoding and type, before anyone touched the message, and that the
 * court's own domain, one above it or that of the judiciary's mail servers signed it. If the sender's own server delivered it to a mailbox, the mailbox's own
 * banner may be in it.
 */
test(
  `of ${runs} messages, none is believed to say anything but what its sender wrote, for its own courts`,
  async () => {
    let believedCount = 0
    let witnessedCount = 0
    let vouchedCount = 0
    for (let seed = 1; seed <= runs; seed++) {
      const { readings, raw, origin, domain, deliveredBy } = await messageOf(seed)
      const believed = await believedOf(raw, origin)
      if (!believed) continue
      believedCount++
      const { message, notice, writer } = believed
      const own = await Promise.all(readings.map(ownReading))
      expect(
        own.map(({ shown }) => shown),
        `message ${seed}`,
      ).toContainEqual(shownOf(message))
      if (deliveredBy !== undefined && isVouched(raw)) vouchedCount++
      else if (deliveredBy !== undefined && message.headers.some(({ key }) => key === 'received')) witnessedCount++
      expect(
        writer === deliveredBy ||
          writer === domain ||
          writer.endsWith(`.${domain}`) ||
          domain.endsWith(`.${writer}`) ||
          (domain === 'gtwy.uscourts.gov' && writer.endsWith('.uscourts.gov')),
        `message ${seed}`,
      ).toBe(true)
      expect(own[0]?.number, `message ${seed}`).toBe(notice.cases[0]?.docketNumber.value)
    }
    // Most of what is left untouched is believed; a guard that refuses everything would prove nothing.
    expect(believedCount).toBeGreaterThan(runs / 20)
    expect(witnessedCount).toBeGreaterThan(runs / 60)
    expect(vouchedCount).toBeGreaterThan(runs / 60)
  },
  timeoutMs,
)

const isVouched = (raw: Buffer) => raw.subarray(0, 4).toString() === 'ARC-'

function shownOf(message: Message) {
  return { from: message.from?.address, subject: message.subject, body: tight(bodyToShow(message).source) }
}

async function ownReading(written: Buffer) {
  const own = await decodeMessage(written, true)
  if ('problem' in own) throw new Error(own.problem)
  const genuine = parseNotice(own.message)
  const number = 'notice' in genuine ? genuine.notice.cases[0]?.docketNumber.value : undefined
  return { shown: shownOf(own.message), number }
}
