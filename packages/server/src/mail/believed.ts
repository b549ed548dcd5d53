import { domainOf } from '../courts/directory/look-alike.ts'
import type { MessagePart } from '../courts/message/message.ts'
import type { SignedReading } from '../courts/message/signed-reading.ts'
import { addressIn } from './preview.ts'

/** What of a proven message is believed. */
export interface Believed {
  /** Absent if all of it is believed as it was delivered, with what a forwarder may have lost guessed. */
  reading?: SignedReading
  /** The domain of the court or e-filing system that wrote it; absent if someone else is proven to have sent it. */
  writer?: string
}

/** By the hash of the attached original, or under `wholeMessage`. */
export type BelievedParts = Readonly<Record<string, Believed>>

export const wholeMessage = 'message'

interface Check {
  believed?: BelievedParts
  originalIds?: readonly string[]
}

/**
 * Returns which attached original is read, shown, printed and saved instead of the message: anyone could have written
 * what is around one that a court signed. Undefined if it is the message itself.
 */
export function findOriginalId(check: Check | undefined, part?: MessagePart): string | undefined {
  return part?.originalId ?? check?.originalIds?.[0]
}

/** Returns what is believed of the message, or of the attached original that is read instead. */
export function findBelieved(check: Check | undefined, part?: MessagePart): Believed | undefined {
  return check?.believed?.[findOriginalId(check, part) ?? wholeMessage]
}

/** What of a received message is its notice. */
export interface NoticeSource {
  originalId: string | undefined
  reading: SignedReading | undefined
  part: MessagePart | undefined
}

/** Returns what of a message is read, shown and printed as the notice: the same everywhere. */
export function sourceOfNotice(check: Check | undefined, part: MessagePart | undefined): NoticeSource {
  return { originalId: findOriginalId(check, part), reading: findBelieved(check, part)?.reading, part }
}

/**
 * Returns the domains that a notice is from: that of the sender, an address with or without a name, and, if someone
 * forwarded it, that of the court or e-filing system that is proven to have written it. What is merely quoted has none.
 */
export function domainsFrom(sender: string | undefined, believed: Believed | undefined): readonly string[] {
  const outer = domainOf(addressIn(sender ?? ''))
  return [...new Set([outer, believed?.writer ?? ''])].filter((domain) => domain !== '')
}
