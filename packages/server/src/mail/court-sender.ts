import { domainOf, type KnownSender, short } from '../courts/directory/look-alike.ts'
import type { OthersWords } from '../courts/others-words.ts'
import { messageReader } from '../courts/read-on-thread.ts'
import { wholeMessage } from './believed.ts'
import { providerOf } from './mailbox-provider.ts'
import type { Origin } from './origin.ts'
import { findHelpDesk } from './passed-on.ts'
import { readSigned } from './read-signed.ts'
import { type CheckedMessage, isOnly, receivedAs, type SenderCheck, temporary, unverified } from './sender-check.ts'
import type { SenderEvidence } from './sender-evidence.ts'
import { isRewrittenByList } from './sent-by-list.ts'
import { BrokenOffError, hardToRead } from './why-not-examined.ts'

/**
 * Checks whether the court or e-filing system that owns the sender's address sent the message itself, and wrote what is in
 * it: anyone may have written what an answer quotes.
 */
export async function checkKnown(input: CheckedMessage, sender: KnownSender): Promise<SenderCheck> {
  const check = await checkEvidence(input, sender)
  if (check.trust === 'unverified') return check
  if (isRewrittenByList(input.message)) return unverified(passedOnReason(sender.name, 'a mailing list'))
  const desk = findHelpDesk(input.message)
  if (desk !== undefined) return unverified(passedOnReason(sender.name, `a help desk (${desk})`))
  const others = await findOthersWords(input, check)
  if (!others) return check
  return {
    ...unverified(otherReasons[others](sender.name)),
    ...(check.readAs && { readAs: check.readAs }),
  }
}

/** Strangers write to courts' lists and help desks, too. */
function passedOnReason(name: string, by: string): string {
  return `it is from ${name}, but ${by} there sent it on under its own address, and nothing proves who wrote what is in it`
}

const otherReasons: Readonly<Record<OthersWords, (name: string) => string>> = {
  answer: (name) =>
    `it is from ${name}, but it answers or forwards a message, and nothing proves who wrote what it quotes`,
  'by-hand': (name) =>
    `it is from ${name}, but a person there seems to have sent it, by its Message-ID or address, and nothing proves who wrote the notice in it`,
}

async function findOthersWords(input: CheckedMessage, { readAs }: SenderCheck): Promise<OthersWords | undefined> {
  if (readAs) return readAs.othersWords
  const read = await messageReader.othersWords(receivedAs(input), await input.formats())
  if ('problem' in read) throw new BrokenOffError(hardToRead)
  return read.othersWords
}

async function checkEvidence(input: CheckedMessage, sender: KnownSender): Promise<SenderCheck> {
  const { raw, message, origin, trustedForwarders, examine } = input
  const evidence = await examine({ raw, origin, trustedSealers: trustedForwarders })
  const domain = domainOf(message.from?.address ?? '')
  if (!isOnly(message, evidence)) return unverified('its "From" header can be read in more than one way')
  const { signedBy, signed, vouchedBy, vouched, witness } = evidence
  // What the sender signed says more about the message than the server that delivered it to a mailbox.
  if (evidence.isSentByDomain && !(witness && signed)) return sentByOwnServer(sender, { evidence, origin, domain })
  const covered = signed ?? vouched
  if (covered) {
    const read = await readSigned(input, { signed: covered, domain })
    if ('problem' in read) {
      if (evidence.isSentByDomain) return witnessed(sender, String(witness), domain)
      return unverified(`it says it is from ${sender.name}, but ${read.problem}`)
    }
    const believed = { [wholeMessage]: { reading: read.reading, writer: domain } }
    if (signedBy) {
      const sentence = `${signedSentence(sender, signedBy, { evidence, origin })}${read.remark}`
      return { trust: 'verified', sentence, proof: signedProof(sender), believed, readAs: read }
    }
    return {
      trust: 'forwarded',
      sentence: `Forwarded: it was changed on the way, but ${vouchedBy} confirms (ARC) that ${sender.name} sent it.${read.remark}`,
      proof: `Forwarded; ${vouchedBy} received it from ${serverOf(sender)}`,
      believed,
      readAs: read,
    }
  }
  if (evidence.hasDnsTrouble) return temporary(`DNS could not be queried about ${domain}`)
  return unverified(
    `it says it is from ${sender.name}, but ${evidence.signatureProblem}, and ${serverProblem(evidence, origin)}`,
  )
}

interface Delivery {
  evidence: SenderEvidence
  origin: Origin
  domain: string
}

/** Nobody could have changed it on the way, so all of it is believed, exactly as it is. */
function sentByOwnServer(sender: KnownSender, { evidence, origin, domain }: Delivery): SenderCheck {
  if (evidence.witness) return witnessed(sender, evidence.witness, domain)
  const believed = { [wholeMessage]: { reading: {}, writer: domain } }
  if (evidence.signedBy) {
    const sentence = signedSentence(sender, evidence.signedBy, { evidence, origin })
    return { trust: 'verified', sentence, proof: signedProof(sender), believed }
  }
  return {
    trust: 'verified',
    sentence: `${capital(sender.name)} sent it: one of its own mail servers delivered it (SPF). It is not signed.`,
    proof: sender.court
      ? "Sent by the court's own mail server; not signed"
      : `Sent by the mail server of ${signatoryOf(sender)}; not signed`,
    believed,
  }
}

/** The mailbox's provider may have changed it, as it does with links; that is the firm's own doing. */
function witnessed(sender: KnownSender, witness: string, domain: string): SenderCheck {
  const server = serverOf(sender)
  return {
    trust: 'verified',
    sentence: `${capital(sender.name)} sent it: ${witness} received it from ${server} (SPF). It was read as it is in the mailbox.`,
    proof: `${witness} received it from ${server}`,
    believed: { [wholeMessage]: { reading: {}, writer: domain } },
  }
}

function serverOf(sender: KnownSender): string {
  return sender.court ? "the court's own mail server" : `the mail server of ${signatoryOf(sender)}`
}

/** Emails about the notice say who signed it: an e-filing service isn't the court. */
function signedProof(sender: KnownSender): string {
  return sender.court ? 'Sent by the court, signature intact' : `Signed by ${signatoryOf(sender)}`
}

function signatoryOf({ signsAs, name }: KnownSender): string {
  return signsAs ?? name
}

function signedSentence(
  sender: KnownSender,
  signedBy: string,
  { evidence, origin }: { evidence: SenderEvidence; origin: Origin },
): string {
  const signed = `the signature of ${short(signedBy)} (DKIM) is intact`
  if (evidence.isSentByDomain && !evidence.witness)
    return `${capital(sender.name)} sent it: ${signed}, and it was sent by the court's own mail server (SPF).`
  const way = origin.ip ? `, though it was delivered by ${wayOf(origin)}, which is not the court's (SPF)` : ''
  return `${capital(sender.name)} sent it, by its signature: ${signed}${way}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function wayOf({ helo, ip }: Origin): string {
  return helo ? `${short(helo)} (${ip})` : String(ip)
}

function serverProblem({ spf }: SenderEvidence, origin: Origin): string {
  if (origin.authserv && !origin.ip)
    return `${providerOf(origin.authserv).name} does not say that the court's own mail server delivered it`
  if (spf === undefined) return 'which mail server delivered it is not known'
  if (spf === 'none' || spf === 'neutral') return 'the court does not say which mail servers are its own'
  if (spf === 'pass') return 'the mail server that delivered it belongs to another domain'
  return `the mail server that delivered it, ${wayOf(origin)}, isn't one of the court's`
}
