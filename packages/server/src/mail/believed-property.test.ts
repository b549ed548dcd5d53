import { signingWays } from '@courtcrier/sandbox/notice/signing-ways.ts'
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
import { deliveredByStranger, lines, randomOf, spaces, words } from './testing/random-mail.ts'
import { neighbor, sealedMessage, sealer } from './testing/sealed-mail.ts'
import { type CourtMail, courtMails, signAs, unsignedMail, withHeader } from './testing/signed-mail.ts'
import { forwardWhole, isOfFirm } from './testing/trust-scenarios.ts'
import { foundCourt, mailboxes, receivedBy, resultsOf, withBanner } from './testing/witnessed-mail.ts'
import { checkSender } from './trust.ts'
import { whyNotItsOwn } from './writers.ts'

const runs = isLongRun ? 20_000 : 300
const timeoutMs = 240_000 + runs * 60

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
/** Who signs for no court that mail here is from, whatever it says. */
const others = ['evil.example', neighbor, 'other.tylertech.cloud']
const writers = [
  undefined,
  'ECF-NYSB@nysb.uscourts.gov',
  'no-reply@efilingmail.tylertech.cloud',
  'ECF-CAND@cand.uscourts.gov',
  'ACMS@ca9.fedcourts.us',
  'x@evil.example',
]
/** A message as someone answers for it: a signer for what it signed, a server for what it delivered. */
interface Said {
  bytes: Buffer
  by: string
}

interface Made {
  said: readonly Said[]
  raw: Buffer
  origin: Origin
  /** Whose own server delivered it, and what the mailbox or the sealing service then changed. */
  deliveredBy?: string
}

const places = ['added', 'added', 'below', 'changed', 'removed'] as const

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
  const own = writer ? withHeader(plain, `From: ${writer}`, 'changed') : plain
  const doubled = pick([true, ...Array<false>(9).fill(false)]) ? pick(lines.filter(isIn(own))) : undefined
  const written = doubled === undefined ? own : withHeader(own, doubled, pick(['added', 'below']))
  // A signer that writes a header twice says either.
  const either = doubled === undefined ? [] : [own, withHeader(own, doubled, 'changed')]
  const said: Said[] = [written, ...either].map((bytes) => ({ bytes, by: domain }))
  const alsoSigned = (raw: Buffer, by: readonly string[] = signers) => {
    if (pick([true, true, true, false])) return raw
    const other = { way: pick(ways), domain: pick(by) }
    said.push({ bytes: raw, by: other.domain })
    return signAs(raw, other)
  }
  const dated = new Date(Date.now() + pick([0, 0, 0, 3_600_000]))
  const signed = alsoSigned(signAs(alsoSigned(written), { way, domain }, dated))
  const count = pick([0, 1, 1, 2])
  let sent = signed
  for (let at = 0; at < count; at++) sent = withHeader(sent, pick(lines), pick(places))
  sent = alsoSigned(Buffer.from(pick(spaces)(sent.toString('latin1')), 'latin1'), others)
  const isForwarded = pick([false, false, true])
  const raw = isForwarded
    ? await makeMail(forwardWhole([sent], { from: 'bob@evil.example', encoding: pick(['7bit', 'base64']) }))
    : sent
  const from = fromIn(written)
  if (pick([false, false, false, true])) {
    const change = (raw: Buffer) => withHeader(raw, pick(lines), pick(places))
    const { readings, ...sealed } = await sealedMessage({ written, signed, sent }, { pick, from, change })
    const delivered = sealed.deliveredBy === undefined ? [] : readings.map((bytes) => ({ bytes, by: from }))
    return { ...sealed, said: [...said, ...delivered], origin: pick([{}, stranger]) }
  }
  const mailbox = pick([undefined, undefined, ...mailboxes])
  if (!mailbox) return { said, raw, origin: pick([{}, stranger]) }
  if (pick([true, false])) {
    const delivered = receivedBy(mailbox, pick([signed, withBanner(signed)]), {
      results: resultsOf(mailbox, foundCourt(from)),
    })
    const origin = { authserv: mailbox }
    const both = [written, withBanner(written)].map((bytes) => ({ bytes, by: from }))
    return { said: [...said, ...both], raw: delivered, origin, deliveredBy: from }
  }
  const origin = pick([{ authserv: mailbox }, { authserv: mailbox }, { authserv: pick(mailboxes) }, {}])
  return { said, raw: deliveredByStranger(raw, { pick, mailbox, from }), origin }
}

const stranger = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@evil.example' }

/** Whether a message has a header with the line's name. */
function isIn(message: Buffer): (line: string) => boolean {
  const names = message.toString('latin1').match(/^[\w-]+:/gm) ?? []
  return (line) => names.some((name) => line.toLowerCase().startsWith(name.toLowerCase()))
}

function fromIn(message: Buffer): string {
  return /^from:[^\r]*@([\w.-]+)/im.exec(message.toString('latin1'))?.[1] ?? ''
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
 * The oracle knows only what each signer wrote: its own encoding and type, before anyone touched the message, and that the
 * court's own domain, one above it or that of the judiciary's mail servers signed it. If the sender's own server delivered it to a mailbox, the mailbox's own
 * banner may be in it.
 */
test(
  `of ${runs} messages, none is believed to say anything but what its sender wrote, for its own courts`,
  async () => {
    let believedCount = 0
    let witnessedCount = 0
    let vouchedCount = 0
    let twiceSignedCount = 0
    for (let seed = 1; seed <= runs; seed++) {
      const { said, raw, origin, deliveredBy } = await messageOf(seed)
      const believed = await believedOf(raw, origin)
      if (!believed) continue
      believedCount++
      const { message, notice, writer } = believed
      if (deliveredBy !== undefined && isVouched(raw)) vouchedCount++
      else if (deliveredBy !== undefined && message.headers.some(({ key }) => key === 'received')) witnessedCount++
      if (raw.toString('latin1').split(/^DKIM-Signature:/m).length > 2) twiceSignedCount++
      const own = said.filter(({ by }) => writesAs(by, writer))
      const readings = await Promise.all(own.map(({ bytes }) => ownReading(bytes)))
      const number = notice.cases[0]?.docketNumber.value
      expect(readings, `message ${seed}`).toContainEqual({ shown: shownOf(message), number })
    }
    // Most of what is left untouched is believed; a guard that refuses everything would prove nothing.
    expect(believedCount).toBeGreaterThan(runs / 20)
    expect(witnessedCount).toBeGreaterThan(runs / 60)
    expect(vouchedCount).toBeGreaterThan(runs / 60)
    expect(twiceSignedCount).toBeGreaterThan(runs / 60)
  },
  timeoutMs,
)

function writesAs(by: string, writer: string): boolean {
  return (
    `.${writer}`.endsWith(`.${by}`) ||
    `.${by}`.endsWith(`.${writer}`) ||
    (by === 'gtwy.uscourts.gov' && writer.endsWith('.uscourts.gov'))
  )
}

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
