import { domainOf, type KnownSender, short } from '../courts/directory/look-alike.ts'
import type { Origin } from './origin.ts'
import { type CheckedMessage, isOnly, type SenderCheck, temporary, unverified } from './sender-check.ts'
import type { SenderEvidence } from './sender-evidence.ts'

/** Checks whether the court or e-filing system that owns the sender's address sent the message itself. */
export async function checkKnown(
  { raw, message, origin, trustedForwarders, examine }: CheckedMessage,
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
      sentence: `Forwarded: it was changed on the way, but ${vouchedBy} confirms (ARC) that ${sender.name} sent it.`,
      proof: `Forwarded; ${vouchedBy} found the court's signature intact`,
    }
  }
  if (evidence.hasDnsTrouble) return temporary(`DNS could not be queried about ${domainOf(evidence.from[0] ?? '')}`)
  return unverified(
    `it says it is from ${sender.name}, but ${evidence.signatureProblem}, and ${serverProblem(evidence, origin)}`,
  )
}

function signedSentence(
  sender: KnownSender,
  signedBy: string,
  { evidence, origin }: { evidence: SenderEvidence; origin: Origin },
): string {
  const signed = `the signature of ${short(signedBy)} (DKIM) is intact`
  if (evidence.isSentByDomain)
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
  if (spf === undefined) return 'which mail server delivered it is not known'
  if (spf === 'none' || spf === 'neutral') return 'the court does not say which mail servers are its own'
  if (spf === 'pass') return 'the mail server that delivered it belongs to another domain'
  return `the mail server that delivered it, ${wayOf(origin)}, isn't one of the court's`
}
