import { expect, test } from 'vitest'
import { innerMessages } from '../courts/message/forwarding.ts'
import { bodyToShow, decodeMessage } from '../courts/message/mime.ts'
import { takeSigned } from '../courts/message/signed-reading.ts'
import { parseNotice } from '../courts/registry.ts'
import { isLongRun } from '../testing/long-run.ts'
import { findBelieved } from './believed.ts'
import { examineWith } from './sender-evidence.ts'
import { makeDns, makeMail } from './testing/court-mail.ts'
import { type CourtMail, courtMails, signAs, unsignedMail, withHeader } from './testing/signed-mail.ts'
import { signingWays } from './testing/signing-ways.ts'
import { forwardWhole, isOfFirm } from './testing/trust-scenarios.ts'
import { checkSender } from './trust.ts'
import { whyNotItsOwn } from './writers.ts'

const runs = isLongRun ? 20_000 : 300

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
  'efilingmail.tylertech.cloud',
  'evil.example',
]
const writers = [
  undefined,
  'ECF-NYSB@nysb.uscourts.gov',
  'no-reply@efilingmail.tylertech.cloud',
  'ECF-CAND@cand.uscourts.gov',
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

/** A message, made by a number, with what its signer wrote. */
async function messageOf(seed: number) {
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
  return { written, raw, isMailbox: pick([true, false]), domain }
}

/** What the pipeline would act on: the believed reading and the court it speaks for; undefined if nothing. */
async function believedOf(raw: Buffer, isMailbox: boolean) {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) return undefined
  const { message } = decoded
  const origin = isMailbox ? {} : { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@evil.example' }
  const examine = examineWith(makeDns().resolve)
  const check = await checkSender(raw, { message, origin, examine, findInsider: isOfFirm })
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
 * The oracle knows only what the signer wrote: its own encoding and type, before anyone touched the message, and that a
 * court's domain or the judiciary's signed it.
 */
test(`of ${runs} messages, none is believed to say anything but what its signer wrote, for its own courts`, async () => {
  let believedCount = 0
  for (let seed = 1; seed <= runs; seed++) {
    const { written, raw, isMailbox, domain } = await messageOf(seed)
    const believed = await believedOf(raw, isMailbox)
    if (!believed) continue
    believedCount++
    const own = await decodeMessage(written, true)
    if ('problem' in own) throw new Error(own.problem)
    const { message, notice, writer } = believed
    expect(message.from?.address, `message ${seed}`).toBe(own.message.from?.address)
    expect(message.subject, `message ${seed}`).toBe(own.message.subject)
    expect(tight(bodyToShow(message).source), `message ${seed}`).toBe(tight(bodyToShow(own.message).source))
    expect(
      writer === domain ||
        writer.endsWith(`.${domain}`) ||
        domain.endsWith(`.${writer}`) ||
        domain.endsWith('uscourts.gov'),
      `message ${seed}`,
    ).toBe(true)
    const genuine = parseNotice(own.message)
    expect('notice' in genuine && genuine.notice.cases[0]?.docketNumber.value, `message ${seed}`).toBe(
      notice.cases[0]?.docketNumber.value,
    )
  }
  // Most of what is left untouched is believed; a guard that refuses everything would prove nothing.
  expect(believedCount).toBeGreaterThan(runs / 20)
})
