import type { TrustLevel } from '@courtcrier/contract/notice.ts'
import type { FirmParser } from '../courts/formats/firm-format/definition.ts'
import type { Message } from '../courts/message/message.ts'
import type { SignedReading } from '../courts/message/signed-reading.ts'
import type { OthersWords } from '../courts/others-words.ts'
import type { Received } from '../courts/read-on-thread.ts'
import type { BelievedParts } from './believed.ts'
import type { Origin } from './origin.ts'
import type { Preview } from './preview.ts'
import type { Examine, SenderEvidence } from './sender-evidence.ts'

export interface SenderCheck {
  trust: TrustLevel
  /** Why, for the item's history. */
  sentence: string
  /** The DNS did not answer, so a later check may prove more. */
  temporary?: true
  /**
   * The message looks like a deception: its sender imitates a court, or its content shows signs of a fake. It is
   * unverified then.
   */
  flag?: 'look-alike' | 'fake'
  /** What proves it, for the emails about it: `Sent by the court, signature intact`. Absent if nothing does. */
  proof?: string
  /** Hashes of the attached messages that courts signed; only these are read. */
  originalIds?: readonly string[]
  /** The row's subject and beginning, if one attached message is read instead. */
  shown?: Pick<Preview, 'subject' | 'snippet'>
  /** What of it is believed, if something proves its sender. */
  believed?: BelievedParts
  /** Names of the firm's formats for which the sender is proven; for these alone, not as a court. */
  onlyFor?: readonly string[]
  /** How the message is read if not as it was delivered, for finding signs of a fake; not saved. */
  readAs?: ReadAs
  /** Signs of a fake, each as the middle of a sentence. */
  reasons?: readonly string[]
}

export interface ReadAs {
  reading: SignedReading
  /** Why there may be someone else's words in the message as read. */
  othersWords: OthersWords | undefined
}

export interface SenderCheckOptions {
  message: Message
  /** The storage key of its bytes, with which it is decoded once for several checks. */
  key?: string
  /** Without the delivering server's address (files, mailboxes), only signatures can prove anything. */
  origin: Origin
  /** Domains of forwarding services whose seal (ARC) the firm trusts. None if absent, because anyone can seal. */
  trustedForwarders?: readonly string[]
  /** Looks up an address at the firm. Without it no address is known, and no forward counts. */
  findInsider?: FindInsider
  /** Whether the firm receives mail at an address that need be no one's there, as in a mailbox that is read; no if absent. */
  receivesAt?: (address: string) => Promise<boolean>
  /** Returns the names of the firm's formats that name an address as their sender; none if absent. */
  formatsOf?: (address: string) => Promise<readonly string[]>
  /** Returns the firm's formats, by which its messages may be read; none if absent. */
  formats?: () => Promise<readonly FirmParser[]>
  /** Returns the firm's domains, to which links above a notice may lead; none if absent. */
  ownDomains?: () => Promise<readonly string[]>
  /** Checks signatures and servers. */
  examine: Examine
  /** How long the check may take. */
  timeoutMs?: number
}

/** Someone at the firm. */
export interface Insider {
  /** The firm's domain that contains the address; absent if only the address itself is known. */
  ownDomain?: string
}

export type FindInsider = (address: string) => Promise<Insider | undefined>

/** Input of every sender check. */
export interface CheckedMessage {
  raw: Uint8Array
  key: string | undefined
  message: Message
  origin: Origin
  trustedForwarders: readonly string[]
  findInsider: FindInsider
  receivesAt: NonNullable<SenderCheckOptions['receivesAt']>
  formatsOf: NonNullable<SenderCheckOptions['formatsOf']>
  formats: NonNullable<SenderCheckOptions['formats']>
  examine: Examine
}

/** Returns what the reading thread reads of the message as it was delivered. */
export function receivedAs({ raw, key, message: { part } }: Pick<CheckedMessage, 'raw' | 'key' | 'message'>): Received {
  return { raw, part, ...(key !== undefined && { key }) }
}

export function unverified(reason: string): SenderCheck {
  return { trust: 'unverified', sentence: `Not proven: ${reason}.` }
}

export function temporary(reason: string): SenderCheck {
  return { trust: 'unverified', sentence: `Not proven yet: ${reason}.`, temporary: true }
}

/** Fields that decide what is read. A second one that no signature covers could change all of it. */
const singleFields = ['from', 'subject', 'content-type', 'content-transfer-encoding', 'mime-version']
const mostSignatures = 20
/** Of signatures with a length (`l=`), which courts don't write: the body is hashed once more for each. */
const mostPartial = 2

/** Why no signature of the message could prove anything; undefined if one could. */
export function whyNotChecked({ headers, from }: Message): string | undefined {
  const count = (key: string) => headers.filter((header) => header.key === key).length
  if (!from?.address) return 'it names no sender'
  const doubled = singleFields.find((key) => count(key) > 1)
  if (doubled) return `it has ${count(doubled)} "${doubled}" headers, so a signature would not say which one counts`
  if (count('dkim-signature') > mostSignatures)
    return `it carries ${count('dkim-signature')} signatures, which is an attack`
  const partial = headers.filter(({ key, value }) => key === 'dkim-signature' && hasLength.test(value)).length
  if (partial > mostPartial) return `it carries ${partial} signatures for parts of it, which is an attack`
  return undefined
}

/** A tag's name may have any white space around it, which the library takes for more than blanks. */
const hasLength = /(?:^|;)[^;=a-z]*l[^;=a-z]*=/i

/** Whether the sender is unambiguous: programs disagree about the sender of a deliberately confusing header. */
export function isOnly(message: Message, { from }: SenderEvidence): boolean {
  return from.length === 1 && from[0]?.toLowerCase() === message.from?.address.toLowerCase()
}
