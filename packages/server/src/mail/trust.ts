import type { TrustLevel } from '@courtcrier/contract/notice.ts'
import type { Origin } from '../pipeline/stage.ts'
import { type Forward, findForward } from './forwarding.ts'
import {
  domainOf,
  findImitation,
  findSenderOfDomain,
  isJudiciaryDomain,
  type KnownSender,
  short,
} from './look-alike.ts'
import type { Message } from './message.ts'
import { findFakeSigns } from './probable-fake.ts'
import type { Examine, SenderEvidence } from './sender-evidence.ts'
import { BrokenOffError, whyNotExamined } from './why-not-examined.ts'

export interface SenderCheck {
  trust: TrustLevel
  /** Why, for the item's timeline. */
  sentence: string
  /** The DNS did not answer, so asking again later may prove more. */
  temporary?: true
  /** The message looks like a deception: its sender imitates a court, or its content betrays a fake. Then it is unverified. */
  flag?: 'look-alike' | 'fake'
  /** Who stands for it, for the mails that tell of it: `Sent by the court, signature intact`. Absent where nobody does. */
  proof?: string
  /** The attached message, by its hash, that a court signed: that alone is what is read. */
  originalId?: string
  /** What betrays it, each as the middle of a sentence. */
  reasons?: readonly string[]
}

export interface SenderCheckOptions {
  message: Message
  /** Without the delivering server's address (files, mailboxes) only signatures can prove anything. */
  origin: Origin
  /** Domains of the forwarding services whose seal (ARC) the firm trusts; none when absent, for anybody can seal. */
  trustedForwarders?: readonly string[]
  /** Checks signatures and servers. */
  examine: Examine
  /** How long the check may take. */
  timeoutMs?: number
}

/**
 * Whether a court, or the e-filing system of courts, itself sent the message. `verified`: its signature is intact, or
 * one of its own mail servers delivered it. `forwarded`: somebody passed a court's message on. `unverified`: everything
 * else, with look-alike senders named and probable fakes flagged. Never throws; when the DNS does not answer, the
 * result says so and is temporary.
 */
export async function checkSender(
  raw: Uint8Array,
  { message, origin, trustedForwarders = [], examine, timeoutMs = 15_000 }: SenderCheckOptions,
): Promise<SenderCheck> {
  const refusal = whyNotChecked(message) ?? whyNotExamined(raw)
  if (refusal) return unverified(refusal)
  const { promise: late, resolve: end } = Promise.withResolvers<SenderCheck>()
  const timer = setTimeout(() => end(temporary('the check took too long')), timeoutMs)
  try {
    const result = await Promise.race([check({ raw, message, origin, trustedForwarders, examine }), late])
    return result.trust === 'verified' || result.flag ? result : withFakeSigns(result, message)
  } catch (error) {
    if (error instanceof BrokenOffError) return temporary(error.message)
    // A message that the library cannot take apart proves nothing, and must not stop the ones behind it.
    return unverified(`its signature cannot be read (${short(error instanceof Error ? error.message : String(error))})`)
  } finally {
    clearTimeout(timer)
  }
}

interface Check {
  raw: Uint8Array
  message: Message
  origin: Origin
  trustedForwarders: readonly string[]
  examine: Examine
}

/** A message that nothing proves and that betrays itself is said to be a probable fake, whoever passed it on. */
function withFakeSigns(check: SenderCheck, message: Message): SenderCheck {
  const reasons = findFakeSigns(message)
  if (reasons.length === 0) return check
  const sentence = `${check.sentence} Beware: this is probably a fake notice: ${reasons.join('; ')}. Open nothing in it.`
  return { ...check, trust: 'unverified', sentence, flag: 'fake', reasons }
}

/** Fields that decide what is read; a second one, that no signature covers, could change all of it. */
const singleFields = ['from', 'subject', 'content-type', 'content-transfer-encoding', 'mime-version']
const mostSignatures = 20

function whyNotChecked({ headers, from }: Message): string | undefined {
  const count = (key: string) => headers.filter((header) => header.key === key).length
  if (!from?.address) return 'it names no sender'
  const doubled = singleFields.find((key) => count(key) > 1)
  if (doubled) return `it has ${count(doubled)} "${doubled}" headers, so a signature would not say which one counts`
  if (count('dkim-signature') > mostSignatures)
    return `it carries ${count('dkim-signature')} signatures, which is an attack`
  return undefined
}

async function check(input: Check): Promise<SenderCheck> {
  const sender = input.message.from ?? { name: '', address: '' }
  const domain = domainOf(sender.address)
  const known = findSenderOfDomain(domain)
  if (known) return checkKnown(input, known)
  const imitation = findImitation(sender)
  if (imitation) return { trust: 'unverified', sentence: imitation, flag: 'look-alike', reasons: [imitation] }
  const forward = findForward(input.message)
  if (forward) return checkForward(input, forward)
  if (isJudiciaryDomain(domain)) {
    return unverified(`${short(domain)} belongs to the federal judiciary, but no court of the directory writes from it`)
  }
  return unverified(`${short(sender.address)} is not the address of a court of the directory`)
}

async function checkKnown(
  { raw, message, origin, trustedForwarders, examine }: Check,
  sender: KnownSender,
): Promise<SenderCheck> {
  const evidence = await examine({ raw, origin, trustedSealers: trustedForwarders })
  const { signedBy, vouchedBy } = evidence
  if (!isOnly(message, evidence)) return unverified('its "From" header can be read in more than one way')
  if (signedBy) return { trust: 'verified', sentence: signedSentence(sender, signedBy, { evidence, origin }) }
  if (evidence.isSentByDomain) {
    return {
      trust: 'verified',
      sentence: `${capital(sender.name)} sent it: one of its own mail servers delivered it (SPF). It is not signed.`,
    }
  }
  if (vouchedBy) {
    return {
      trust: 'forwarded',
      sentence: `Forwarded: it was changed on the way, but ${vouchedBy} vouches (ARC) that ${sender.name} sent it.`,
    }
  }
  if (evidence.hasDnsTrouble) return temporary(`the DNS could not be asked about ${domainOf(evidence.from[0] ?? '')}`)
  return unverified(
    `it says it is from ${sender.name}, but ${evidence.signatureProblem}, and ${serverProblem(evidence, origin)}`,
  )
}

/** Programs differ in what they take for the sender when the header is built to confuse them. */
function isOnly(message: Message, { from }: SenderEvidence): boolean {
  return from.length === 1 && from[0]?.toLowerCase() === message.from?.address.toLowerCase()
}

function signedSentence(
  sender: KnownSender,
  signedBy: string,
  { evidence, origin }: { evidence: SenderEvidence; origin: Origin },
): string {
  const signed = `the signature of ${short(signedBy)} (DKIM) is intact`
  if (evidence.isSentByDomain)
    return `${capital(sender.name)} sent it: ${signed}, and it came from the court's own mail server (SPF).`
  const way = origin.ip ? `, though it came by way of ${wayOf(origin)}, which is not the court's (SPF)` : ''
  return `${capital(sender.name)} sent it, by its signature: ${signed}${way}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function wayOf({ helo, ip }: Origin): string {
  return helo ? `${short(helo)} (${ip})` : String(ip)
}

function serverProblem({ spf }: SenderEvidence, origin: Origin): string {
  if (spf === undefined) return 'which mail server delivered it is not known'
  if (spf === 'none' || spf === 'neutral') return 'the court does not say which mail servers are its own'
  if (spf === 'pass') return 'the mail server that delivered it belongs to another domain'
  return `the mail server that delivered it, ${wayOf(origin)}, is none of the court's`
}

async function checkForward(
  { raw, message, origin, examine }: Check,
  { from, originals }: Forward,
): Promise<SenderCheck> {
  const by = short(message.from?.address ?? '')
  const evidence = await examine({ raw, origin, trustedSealers: [] })
  const isProven = isOnly(message, evidence) && (evidence.signedBy !== undefined || evidence.isSentByDomain)
  if (!isProven && evidence.hasDnsTrouble) return temporary(`the DNS could not be asked about ${short(domainOf(by))}`)
  if (!isProven && evidence.isDisowned) {
    return unverified(
      `it looks forwarded by ${by}, but by the rules of ${short(domainOf(by))} (DMARC) it is not from there`,
    )
  }
  const intact = await hasIntactOriginal(originals, { from, examine })
  const proof = intact ? `; the attached original carries the intact signature of ${intact}` : ''
  const address = isProven ? 'whose address is proven' : 'whose address is not proven'
  return { trust: 'forwarded', sentence: `Forwarded by ${by}, ${address}, from ${from.name}${proof}.` }
}

/** The domain whose signature an attached original carries; its own text is not all that the item shows. */
async function hasIntactOriginal(
  originals: readonly Uint8Array[],
  { from: wanted, examine }: { from: KnownSender; examine: Examine },
): Promise<string | undefined> {
  for (const raw of originals.filter((original) => !whyNotExamined(original))) {
    const { from, signedBy } = await examine({ raw, origin: {}, trustedSealers: [] })
    if (signedBy && from.length === 1 && findSenderOfDomain(domainOf(from[0] ?? ''))?.name === wanted.name)
      return signedBy
  }
  return undefined
}

function unverified(reason: string): SenderCheck {
  return { trust: 'unverified', sentence: `Not proven: ${reason}.` }
}

function temporary(reason: string): SenderCheck {
  return { trust: 'unverified', sentence: `Not proven yet: ${reason}.`, temporary: true }
}
