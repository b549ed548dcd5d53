import { domainOf, type KnownSender, short } from '../courts/directory/look-alike.ts'
import { type CheckedMessage, type Insider, isOnly, type SenderCheck, temporary, unverified } from './sender-check.ts'
import type { SenderEvidence } from './sender-evidence.ts'

/** Checks a sender named by one of the firm's formats. Once proven, its messages count only as read by that format. */
export async function checkNamed(
  { raw, message, origin, formatsOf, examine }: CheckedMessage,
  address: string,
): Promise<SenderCheck | undefined> {
  const onlyFor = await formatsOf(address.toLowerCase())
  if (onlyFor.length === 0) return undefined
  const evidence = await examine({ raw, origin, trustedSealers: [] })
  const way = isOnly(message, evidence) ? wayOfProof(evidence, { domain: domainOf(address) }) : undefined
  if (!way) return evidence.hasDnsTrouble ? temporary(`DNS could not be queried about ${domainOf(address)}`) : undefined
  return {
    trust: 'verified',
    sentence: `${short(address)} sent it, whose address is proven (${way}) and named in a notice format of the firm.`,
    proof: `Sent by ${short(address)}, proven by ${way}`,
    onlyFor,
  }
}

/**
 * Checks a forward: quoted content counts only if someone known at the firm sent it and the message is proven to be
 * theirs.
 */
export async function checkForward(
  { raw, message, origin, examine, findInsider }: CheckedMessage,
  quoted: KnownSender,
): Promise<SenderCheck> {
  const address = message.from?.address ?? ''
  const by = short(address)
  const insider = await findInsider(address)
  if (!insider) {
    return unverified(
      `it looks forwarded by ${by}, who isn't known at the firm: the address belongs to no active user or timekeeper and to no domain of the firm`,
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
  if (evidence.hasDnsTrouble) return temporary(`DNS could not be queried about ${short(domainOf(by))}`)
  if (evidence.isDisowned) {
    return unverified(
      `it looks forwarded by ${by}, but by the rules of ${short(domainOf(by))} (DMARC) it is not from there`,
    )
  }
  return unverified(
    `it looks forwarded by ${by}, whose address is not proven: ${evidence.signatureProblem ?? 'its signature is not theirs'}, and ${insiderServerProblem(evidence)}`,
  )
}

/** How the address is proven to have sent the message; undefined if it isn't. */
function wayOfProof(
  { signedBy, isSentByDomain, spfDomain = '' }: SenderEvidence,
  { domain, ownDomain }: { domain: string } & Insider,
): string | undefined {
  // A neighbor under the same provider's domain isn't part of the firm's domain, even if DMARC considers it aligned.
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
