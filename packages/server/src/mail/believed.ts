import { domainOf } from '../courts/directory/look-alike.ts'
import type { MessagePart } from '../courts/message/message.ts'
import type { Reading } from '../courts/message/signed-reading.ts'

/** What of a proven message is believed. */
export interface Believed {
  /** Absent if all of it is believed as it was delivered, with what a forwarder may have lost guessed. */
  reading?: Reading
  /** The domain of the court or e-filing system that wrote it; absent if someone else is proven to have sent it. */
  writer?: string
}

/** By the hash of the attached original, or under `wholeMessage`. */
export type BelievedParts = Readonly<Record<string, Believed>>

export const wholeMessage = 'message'

/** Returns what is believed of what is printed: of a forward of one attached original, that is the whole message. */
export function findPrinted(
  check: { believed?: BelievedParts } | undefined,
  part: MessagePart | undefined,
): Believed | undefined {
  return check?.believed?.[part?.originalId ?? wholeMessage]
}

/** Returns what is believed of the message, or of the attached original that is read instead. */
export function findBelieved(
  check: { believed?: BelievedParts; originalIds?: readonly string[] } | undefined,
): Believed | undefined {
  return check?.believed?.[check.originalIds?.[0] ?? wholeMessage]
}

/**
 * Returns the domains that a notice is from: the sender's and, if someone forwarded it, that of the court or e-filing
 * system that is proven to have written it. What is merely quoted has none.
 */
export function domainsFrom(sender: string | undefined, believed: Believed | undefined): readonly string[] {
  const outer = domainOf(sender ?? '')
  return [...new Set([outer, believed?.writer ?? ''])].filter((domain) => domain !== '')
}
