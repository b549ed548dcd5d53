import { domainOf, type KnownSender, short } from './look-alike.ts'
import { type Check, type Insider, isOnly, type SenderCheck, temporary, unverified } from './sender-check.ts'
import type { SenderEvidence } from './sender-evidence.ts'

/** The sender that a format of the firm names, once proven; what it sends counts only as far as that format reads it. */
export async function checkNamed(
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

/** What somebody quotes counts only from whom the firm knows, and only when the message is proven to be theirs. */
export async function checkForward(
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
