import type { TrustLevel } from '@courtcrier/contract/notice.ts'
import type { Message } from './message.ts'
import type { Origin } from './origin.ts'
import type { Examine, SenderEvidence } from './sender-evidence.ts'

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

/** What every check of a sender is given. */
export interface Check {
  raw: Uint8Array
  message: Message
  origin: Origin
  trustedForwarders: readonly string[]
  findInsider: FindInsider
  formatsOf: NonNullable<SenderCheckOptions['formatsOf']>
  examine: Examine
}

export function unverified(reason: string): SenderCheck {
  return { trust: 'unverified', sentence: `Not proven: ${reason}.` }
}

export function temporary(reason: string): SenderCheck {
  return { trust: 'unverified', sentence: `Not proven yet: ${reason}.`, temporary: true }
}

/** Fields that decide what is read; a second one, that no signature covers, could change all of it. */
const singleFields = ['from', 'subject', 'content-type', 'content-transfer-encoding', 'mime-version']
const mostSignatures = 20

/** Why no signature of the message would prove anything; undefined when one could. */
export function whyNotChecked({ headers, from }: Message): string | undefined {
  const count = (key: string) => headers.filter((header) => header.key === key).length
  if (!from?.address) return 'it names no sender'
  const doubled = singleFields.find((key) => count(key) > 1)
  if (doubled) return `it has ${count(doubled)} "${doubled}" headers, so a signature would not say which one counts`
  if (count('dkim-signature') > mostSignatures)
    return `it carries ${count('dkim-signature')} signatures, which is an attack`
  return undefined
}

/** Programs differ in what they take for the sender when the header is built to confuse them. */
export function isOnly(message: Message, { from }: SenderEvidence): boolean {
  return from.length === 1 && from[0]?.toLowerCase() === message.from?.address.toLowerCase()
}
