import type { TrustLevel } from '@courtcrier/contract/notice.ts'
import { messageReader } from '../courts/read-on-thread.ts'
import type { Origin } from '../pipeline/stage.ts'
import { findForward, findOriginals, innerMessages } from './forwarding.ts'
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
  /** The attached messages, by their hashes, that courts signed: they alone are what is read. */
  originalIds?: readonly string[]
  /** The formats of the firm, by their names, whose sender it is; it is proven as that and as no court. */
  onlyFor?: readonly string[]
  /** What betrays it, each as the middle of a sentence. */
  reasons?: readonly string[]
}

export interface SenderCheckOptions {
  message: Message
  /** Without the delivering server's address (files, mailboxes) only signatures can prove anything. */
  origin: Origin
  /** Domains of the forwarding services whose seal (ARC) the firm trusts; none when absent, for anybody can seal. */
  trustedForwarders?: readonly string[]
  /** How the firm knows an address; it knows none when absent, and then nobody's forward counts. */
  findInsider?: FindInsider
  /** The formats of the firm, by their names, that name an address as their sender; none when absent. */
  formatsOf?: (address: string) => Promise<readonly string[]>
  /** Checks signatures and servers. */
  examine: Examine
  /** How long the check may take. */
  timeoutMs?: number
}

/** Somebody of the firm. */
export interface Insider {
  /** The firm's own domain that the address is in; absent where only the address itself is known. */
  ownDomain?: string
}

export type FindInsider = (address: string) => Promise<Insider | undefined>

/**
 * Whether a court, or the e-filing system of courts, itself sent the message. `verified`: its signature is intact, or
 * one of its own mail servers delivered it. `forwarded`: a court's message that somebody passed on, its own signature intact, or by somebody of the firm. `unverified`: everything
 * else, with look-alike senders named and probable fakes flagged. Never throws; when the DNS does not answer, the
 * result says so and is temporary.
 */
export async function checkSender(
  raw: Uint8Array,
  {
    message,
    origin,
    trustedForwarders = [],
    findInsider = async () => undefined,
    formatsOf = async () => [],
    examine,
    timeoutMs = 15_000,
  }: SenderCheckOptions,
): Promise<SenderCheck> {
  const refusal = whyNotChecked(message) ?? whyNotExamined(raw)
  if (refusal) return unverified(refusal)
  const { promise: late, resolve: end } = Promise.withResolvers<SenderCheck>()
  const timer = setTimeout(() => end(temporary('the check took too long')), timeoutMs)
  try {
    const result = await Promise.race([
      check({ raw, message, origin, trustedForwarders, findInsider, formatsOf, examine }),
      late,
    ])
    return result.trust === 'verified' || result.flag || result.originalIds ? result : withFakeSigns(result, message)
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
  findInsider: FindInsider
  formatsOf: NonNullable<SenderCheckOptions['formatsOf']>
  examine: Examine
}

/** A message that nothing proves and that betrays itself is said to be a probable fake, whoever passed it on. */
function withFakeSigns(check: SenderCheck, message: Message): SenderCheck {
  const reasons = findFakeSigns(message)
  if (reasons.length === 0) return check
  const sentence = `${check.sentence} Beware: this is probably a fake notice: ${reasons.join('; ')}. Open nothing in it.`
  return { trust: 'unverified', sentence, flag: 'fake', reasons, ...(check.temporary && { temporary: true }) }
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
  const named = await checkNamed(input, sender.address)
  if (named) return named
  const original = await checkOriginals(input)
  if (original?.originalIds) return original
  const forward = findForward(input.message)
  const forwarded = forward && (await checkForward(input, forward.from))
  if (forwarded?.trust === 'forwarded') return forwarded
  const refused = original ?? forwarded
  if (refused) return refused
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
  if (signedBy) {
    const sentence = signedSentence(sender, signedBy, { evidence, origin })
    return { trust: 'verified', sentence, proof: 'Sent by the court, signature intact' }
  }
  if (evidence.isSentByDomain) {
    return {
      trust: 'verified',
      sentence: `${capital(sender.name)} sent it: one of its own mail servers delivered it (SPF). It is not signed.`,
      proof: "Sent by the court's own mail server; not signed",
    }
  }
  if (vouchedBy) {
    return {
      trust: 'forwarded',
      sentence: `Forwarded: it was changed on the way, but ${vouchedBy} vouches (ARC) that ${sender.name} sent it.`,
      proof: `Forwarded; ${vouchedBy} saw the court's signature intact`,
    }
  }
  if (evidence.hasDnsTrouble) return temporary(`the DNS could not be asked about ${domainOf(evidence.from[0] ?? '')}`)
  return unverified(
    `it says it is from ${sender.name}, but ${evidence.signatureProblem}, and ${serverProblem(evidence, origin)}`,
  )
}

/** The sender that a format of the firm names, once proven; what it sends counts only as far as that format reads it. */
async function checkNamed(
  { raw, message, origin, formatsOf, examine }: Check,
  address: string,
): Promise<SenderCheck | undefined> {
  const onlyFor = await formatsOf(address.toLowerCase())
  if (onlyFor.length === 0) return undefined
  const evidence = await examine({ raw, origin, trustedSealers: [] })
  const way = isOnly(message, evidence) ? wayOfProof(evidence, { domain: domainOf(address) }) : undefined
  if (!way)
    return evidence.hasDnsTrouble ? temporary(`the DNS could not be asked about ${domainOf(address)}`) : undefined
  return {
    trust: 'verified',
    sentence: `${short(address)} sent it, whose address is proven (${way}) and stands in a notice format of the firm.`,
    proof: `Sent by ${short(address)}, proven by ${way}`,
    onlyFor,
  }
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

/**
 * Attached messages that courts signed are what is read, alone, so whoever passed them on need not be known. One among
 * them that no court signed is neither believed nor left out without a word: a person looks at all of them.
 */
async function checkOriginals({ message, examine }: Check): Promise<SenderCheck | undefined> {
  const originals = findOriginals(message)
  const examined = await Promise.all(
    originals.map(async ({ id, raw }) => ({ id, found: await examineOriginal(raw, examine) })),
  )
  const intact = examined.flatMap(({ id, found }) => (found && found !== 'no answer' ? [{ id, ...found }] : []))
  if (examined.some(({ found }) => found === 'no answer'))
    return temporary('the DNS could not be asked about the attached original')
  const [first] = intact
  if (!first) return undefined
  const count = innerMessages(message).length
  if (intact.length < count)
    return unverified(`only ${intact.length} of its ${count} attached messages has the intact signature of a court`)
  return intactSenderCheck(short(message.from?.address ?? ''), first, intact)
}

function intactSenderCheck(by: string, first: IntactOriginal, intact: readonly (IntactOriginal & { id: string })[]) {
  const { sender, signedBy } = first
  const sentence =
    intact.length === 1
      ? `Forwarded by ${by}, from ${sender.name}; the attached original carries the intact signature of ${signedBy} and is all that was read.`
      : `Forwarded by ${by}; each of the ${intact.length} attached originals carries the intact signature of its court, and they are all that is read.`
  return {
    trust: 'forwarded' as const,
    sentence,
    // Of several each becomes an item of its own, with this line.
    proof: `Forwarded by ${by}; the signature of ${intact.length === 1 ? signedBy : 'the court'} on the original is intact`,
    originalIds: intact.map(({ id }) => id),
  }
}

interface IntactOriginal {
  sender: KnownSender
  signedBy: string
}

async function examineOriginal(raw: Uint8Array, examine: Examine): Promise<IntactOriginal | 'no answer' | undefined> {
  const decoded = await messageReader.decode({ raw })
  if ('problem' in decoded || whyNotChecked(decoded.message) || whyNotExamined(raw)) return undefined
  const sender = findSenderOfDomain(domainOf(decoded.message.from?.address ?? ''))
  if (!sender) return undefined
  const evidence = await examine({ raw, origin: {}, trustedSealers: [] })
  if (evidence.signedBy && isOnly(decoded.message, evidence)) return { sender, signedBy: short(evidence.signedBy) }
  return evidence.hasDnsTrouble ? 'no answer' : undefined
}

/** What somebody quotes counts only from whom the firm knows, and only when the message is proven to be theirs. */
async function checkForward(
  { raw, message, origin, examine, findInsider }: Check,
  quoted: KnownSender,
): Promise<SenderCheck> {
  const address = message.from?.address ?? ''
  const by = short(address)
  const insider = await findInsider(address)
  if (!insider) {
    return unverified(
      `it looks forwarded by ${by}, who is not known at the firm: it's no address of an active user or timekeeper, and in no domain of the firm`,
    )
  }
  const evidence = await examine({ raw, origin, trustedSealers: [] })
  const way = isOnly(message, evidence) ? wayOfProof(evidence, { domain: domainOf(address), ...insider }) : undefined
  if (way) {
    return {
      trust: 'forwarded',
      sentence: `Forwarded by ${by}, whose address is proven (${way}), from ${quoted.name}.`,
      proof: `Forwarded by ${by}`,
    }
  }
  if (evidence.hasDnsTrouble) return temporary(`the DNS could not be asked about ${short(domainOf(by))}`)
  if (evidence.isDisowned) {
    return unverified(
      `it looks forwarded by ${by}, but by the rules of ${short(domainOf(by))} (DMARC) it is not from there`,
    )
  }
  return unverified(
    `it looks forwarded by ${by}, whose address is not proven: ${evidence.signatureProblem ?? 'its signature is not theirs'}, and ${insiderServerProblem(evidence)}`,
  )
}

/** How the address is proven to have sent the message; undefined when it isn't. */
function wayOfProof(
  { signedBy, isSentByDomain, spfDomain = '' }: SenderEvidence,
  { domain, ownDomain }: { domain: string } & Insider,
): string | undefined {
  // A neighbor under the same provider's domain is no part of the firm's, whatever counts as aligned.
  const speaks = (other: string) => isWithin(domain, other) || (ownDomain !== undefined && isWithin(other, ownDomain))
  if (signedBy && speaks(signedBy.toLowerCase())) return `DKIM of ${short(signedBy)}`
  if (isSentByDomain && speaks(spfDomain.toLowerCase())) return `SPF of ${short(spfDomain)}`
  return undefined
}

function isWithin(domain: string, of: string): boolean {
  return domain === of || domain.endsWith(`.${of}`)
}

function insiderServerProblem({ spf }: SenderEvidence): string {
  if (spf === undefined) return 'which mail server delivered it is not known'
  return spf === 'pass'
    ? 'the mail server that delivered it belongs to another domain'
    : 'its mail server is not theirs (SPF)'
}

function unverified(reason: string): SenderCheck {
  return { trust: 'unverified', sentence: `Not proven: ${reason}.` }
}

function temporary(reason: string): SenderCheck {
  return { trust: 'unverified', sentence: `Not proven yet: ${reason}.`, temporary: true }
}
