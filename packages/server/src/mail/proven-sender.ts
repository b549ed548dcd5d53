import { domainOf, short } from '../courts/directory/look-alike.ts'
import { isAnswer, isReplySubject } from '../courts/message/answer.ts'
import { type Forward, findForward } from '../courts/message/forwarding.ts'
import type { SignedHeaders } from '../courts/message/signed-reading.ts'
import { wholeMessage } from './believed.ts'
import { isForwardedByRule } from './forwarded-by-rule.ts'
import { providerOf } from './mailbox-provider.ts'
import type { Origin } from './origin.ts'
import { answeredElsewhere, findPassingProgram, isAutomaticAnswer, isOfProgram } from './passed-on.ts'
import { readSigned, type SignedMessage } from './read-signed.ts'
import { type CheckedMessage, type Insider, isOnly, type SenderCheck, temporary, unverified } from './sender-check.ts'
import type { SenderEvidence } from './sender-evidence.ts'
import { isSentByList, whyNotOfList, whyNotOfNamedList } from './sent-by-list.ts'
import { findOtherReader } from './written-to.ts'

/**
 * Checks a sender named by one of the firm's formats. Once proven, its messages count only as read by that format, and
 * what a list sent in its own name doesn't count at all.
 */
export async function checkNamed(input: CheckedMessage, address: string): Promise<SenderCheck | undefined> {
  const { raw, message, origin, formatsOf, examine } = input
  const onlyFor = await formatsOf(address.toLowerCase())
  if (onlyFor.length === 0) return undefined
  if (isSentByList(message)) return unverified(whyNotOfNamedList(short(address)))
  if (isAutomaticAnswer(message) && isAnswer(message)) return unverified(whyNotOfAutomatic(short(address)))
  const evidence = await examine({ raw, origin, trustedSealers: [] })
  const domain = domainOf(address)
  const proven = await readProven(input, evidence, { domain })
  if (!proven) return evidence.hasDnsTrouble ? temporary(`DNS could not be queried about ${domain}`) : undefined
  if ('problem' in proven) return unverified(`it is from ${short(address)}, but ${proven.problem}`)
  const { by, read } = proven
  return {
    trust: 'verified',
    sentence: `${short(address)} sent it, whose address is proven (${by}) and named in a notice format of the firm.${read.remark}`,
    proof: `Sent by ${short(address)}, proven by ${by}`,
    believed: { [wholeMessage]: read.reading ? { reading: read.reading } : {} },
    onlyFor,
  }
}

/**
 * Checks a forward: quoted content counts only if someone known at the firm sent it themselves and the message is proven
 * to be theirs.
 */
export async function checkForward(input: CheckedMessage, asDelivered: Forward): Promise<SenderCheck> {
  const { raw, message, origin, examine, findInsider } = input
  const address = message.from?.address ?? ''
  const by = short(address)
  const insider = await findInsider(address)
  if (!insider) {
    return unverified(
      `it looks forwarded by ${by}, who isn't known at the firm: the address belongs to no active user or timekeeper and to no domain of the firm`,
    )
  }
  const unread = await whyUnread(input, by)
  if (unread !== undefined) return unverified(unread)
  const evidence = await examine({ raw, origin, trustedSealers: [] })
  const proven = await readProven(input, evidence, { domain: domainOf(address), ...insider })
  if (proven) {
    if ('problem' in proven) return unverified(`it looks forwarded by ${by}, but ${proven.problem}`)
    const { read, isFromServer } = proven
    const quoted = read.message ? findForward(read.message) : asDelivered
    if (!isFromServer && (quoted?.isAnswered || isReplySubject(message.subject))) return unverified(whyNotOfAnswer(by))
    const reader = isFromServer ? undefined : await findOtherReader(read.message, input)
    if (reader !== undefined) return unverified(whyNotOfOthersMail(by, short(reader)))
    if (!quoted) return unverified(`it looks forwarded by ${by}, who signed nothing that a court wrote`)
    return {
      trust: 'forwarded',
      sentence: `Forwarded by ${by}, whose address is proven (${proven.by}), from ${quoted.from.name}.${read.remark}`,
      proof: `Forwarded by ${by}`,
      believed: { [wholeMessage]: read.reading ? { reading: read.reading } : {} },
      ...(read.message && { readAs: read }),
    }
  }
  if (evidence.hasDnsTrouble) return temporary(`DNS could not be queried about ${short(domainOf(by))}`)
  if (evidence.isDisowned) {
    return unverified(
      `it looks forwarded by ${by}, but by the rules of ${short(domainOf(by))} (DMARC) it is not from there`,
    )
  }
  return unverified(
    `it looks forwarded by ${by}, whose address is not proven: ${evidence.signatureProblem ?? 'its signature is not theirs'}, and ${insiderServerProblem(evidence, origin)}`,
  )
}

function whyNotOfAutomatic(by: string): string {
  return `it is an automatic answer or report in the name of ${by}, which quotes what anyone wrote, so that no one need have read it`
}

/** A stranger gets the signed answer to what they wrote, with it below. */
function whyNotOfAnswer(by: string): string {
  return `it is an answer of ${by}, which anyone who got it could have sent here, because no mail server of theirs delivered it; forward the notice instead`
}

/** What a help desk confirms to a stranger, or a colleague sends back to them, quotes what they wrote. */
function whyNotOfOthersMail(by: string, reader: string): string {
  return `${by} wrote it to ${reader} and to no one at the firm, so that anyone who got it could have sent it here, and no mail server of theirs delivered it; forward the notice to an address of the firm`
}

/** Why no one at the firm need have read what a message in its name quotes; undefined if someone seems to have sent it. */
async function whyUnread({ message, findInsider }: CheckedMessage, by: string): Promise<string | undefined> {
  if (isSentByList(message)) return whyNotOfList(by)
  const program = findPassingProgram(message)
  if (program !== undefined)
    return `${by} sent it by ${program}, which passes on what anyone writes to it, so no one at the firm need have read it`
  if (isAutomaticAnswer(message)) return whyNotOfAutomatic(by)
  if (isOfProgram(message))
    return `${by} is a program's address, not a person's, and what it sends quotes what anyone wrote, so no one at the firm need have read it`
  if (isForwardedByRule(message))
    return `a rule in the mailbox of ${by} forwarded it, so no one there need have read it`
  for (const address of answeredElsewhere(message)) {
    if (await findInsider(address)) continue
    return `answers to it go to ${short(address)}, who isn't known at the firm, as in what web forms and help desks pass on in its name, so no one at the firm need have read it`
  }
  return undefined
}

/**
 * Says why nothing proves who wrote a message that a list of the firm sent under its own address. Undefined for any other
 * message, and if it isn't proven that the list is the firm's.
 */
export async function checkList(input: CheckedMessage): Promise<SenderCheck | undefined> {
  const { raw, message, origin, examine, findInsider } = input
  const address = message.from?.address ?? ''
  const insider = isSentByList(message) ? await findInsider(address) : undefined
  if (!insider) return undefined
  const evidence = await examine({ raw, origin, trustedSealers: [] })
  const ways = isOnly(message, evidence) ? waysOfProof(evidence, { domain: domainOf(address), ...insider }) : []
  if (ways.length > 0) return unverified(whyNotOfList(short(address)))
  return evidence.hasDnsTrouble ? temporary(`DNS could not be queried about ${short(domainOf(address))}`) : undefined
}

/** A way to prove an address. */
interface Way {
  by: string
  /** Whether one of the sender's own servers delivered the message, which also proves that they sent it here. */
  isFromServer: boolean
  /** What its signature covers, if the message didn't come from the sender's own server. */
  signed?: SignedHeaders
}

/** All of a message from the sender's own server is believed. */
const delivered: { [name in Exclude<keyof SignedMessage, 'remark'>]?: undefined } & { remark: string } = { remark: '' }

/**
 * Reads what the owner of the address is proven to have sent: what they signed or, if that can't be read with certainty,
 * what their own server delivered. Undefined if nothing is proven. The problem is the middle of a sentence.
 */
async function readProven(
  input: CheckedMessage,
  evidence: SenderEvidence,
  owner: { domain: string } & Insider,
): Promise<
  (Pick<Way, 'by' | 'isFromServer'> & { read: SignedMessage | typeof delivered }) | { problem: string } | undefined
> {
  const problems: { problem: string }[] = []
  const ways = isOnly(input.message, evidence) ? waysOfProof(evidence, owner) : []
  for (const { by, isFromServer, signed } of ways) {
    const read = signed ? await readSigned(input, { signed, domain: owner.domain }) : delivered
    if (!('problem' in read)) return { by, isFromServer, read }
    problems.push(read)
  }
  return problems[0]
}

/** How the address is proven to have sent the message, by what says most about it first. */
function waysOfProof(
  { signedBy, signed, isSentByDomain, spfDomain = '', witness }: SenderEvidence,
  { domain, ownDomain }: { domain: string } & Insider,
): Way[] {
  // A neighbor under the same provider's domain isn't part of the firm's domain, even if DMARC considers it aligned.
  const speaks = (other: string) => isWithin(domain, other) || (ownDomain !== undefined && isWithin(other, ownDomain))
  const isOwnServer = isSentByDomain && speaks(spfDomain.toLowerCase())
  const isDirect = isOwnServer && witness === undefined
  const ways: Way[] = []
  if (signedBy && signed && speaks(signedBy.toLowerCase()))
    ways.push({ by: `DKIM of ${short(signedBy)}`, isFromServer: isOwnServer, ...(!isDirect && { signed }) })
  if (isOwnServer)
    ways.push({ by: `SPF of ${short(spfDomain)}${witness ? `, by ${witness}` : ''}`, isFromServer: true })
  return ways
}

function isWithin(domain: string, of: string): boolean {
  return domain === of || domain.endsWith(`.${of}`)
}

/** Mail within one organization of Microsoft 365 has neither a signature nor results there (docs/decisions/0052). */
function insiderServerProblem({ spf }: SenderEvidence, { ip, authserv }: Origin): string {
  if (spf === undefined && !ip && authserv !== undefined)
    return `${providerOf(authserv).name} does not say that a mail server of theirs delivered it; forward the notice as an attachment, or to an address at which Courtcrier itself receives mail`
  if (spf === undefined) return 'which mail server delivered it is not known'
  return spf === 'pass'
    ? 'the mail server that delivered it belongs to another domain'
    : 'its mail server is not theirs (SPF)'
}
