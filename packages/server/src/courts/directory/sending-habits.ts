import type { Message } from '../message/message.ts'
import type { BodyEncoding, BodyType } from '../message/signed-reading.ts'
import entries from './data/sending-habits.json' with { type: 'json' }

/** What all notices from a domain have in common. */
export interface SendingHabit {
  /** Absent if they aren't known to be always the same. */
  types?: readonly BodyType[]
  encodings?: readonly BodyEncoding[]
  /** Whether it writes its messages itself, so that none has a Message-ID of a person's mail program. */
  hasOwnProgram?: true
  /** How the mailboxes begin that the system writes from, and no person. */
  mailboxes?: readonly string[]
}

/** The Message-IDs of the mail programs that people write with. */
const personMessageIds: readonly RegExp[] = [
  // Exchange and Microsoft 365: `<CO6PR09MB8519…@CO6PR09MB8519.namprd09.prod.outlook.com>`
  /@[a-z\d.-]{1,200}\.(?:prod\.outlook|exchangelabs)\.com>$/i,
  // Notes: `<OF1F2E3D4C.5B6A7988-ON85258A1B.004F5A6C-85258A1B.00502D11@uscourts.gov>`
  /^<OF[\dA-F]{8}\.[\dA-F]{8}-ON[\dA-F]{8}\.[\dA-F]{8}-[\dA-F.]{17}@/,
  // Apple's, on phones and computers: `<5B35809D-1D30-460B-9BD9-2B644FE7520D@…>`
  /^<[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}@/,
  // Gmail and Android
  /@(?:mail\.gmail|email\.android)\.com>$/i,
]

/** Returns the habit of the senders in a domain; undefined if none is known. Without one, the body itself decides. */
export function findSendingHabit(domain: string): SendingHabit | undefined {
  const name = domain.toLowerCase()
  const isWithin = (suffix: string) => name === suffix || name.endsWith(`.${suffix}`)
  return (entries as readonly (SendingHabit & { domains: readonly string[] })[]).find(({ domains }) =>
    domains.some(isWithin),
  )
}

/**
 * Whether a message seems to be written by a person, by the mail program that its Message-ID is of or by its mailbox. It
 * isn't asked to be like the system's other messages: those of a court that was never seen would be held.
 */
export function isByHand({ hasOwnProgram, mailboxes }: SendingHabit, { messageId = '', from }: Message): boolean {
  if (hasOwnProgram && personMessageIds.some((form) => form.test(messageId))) return true
  const address = from?.address.toLowerCase() ?? ''
  return mailboxes !== undefined && !mailboxes.some((start) => address.startsWith(start))
}
