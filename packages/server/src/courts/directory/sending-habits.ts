import type { Message } from '../message/message.ts'
import type { BodyEncoding, BodyType } from '../message/signed-reading.ts'
import entries from './data/sending-habits.json' with { type: 'json' }

/** What all notices from a domain have in common. */
export interface SendingHabit {
  /** Absent if they aren't known to be always the same. */
  types?: readonly BodyType[]
  encodings?: readonly BodyEncoding[]
  /** The forms of the Message-IDs that the system writes, and programs of people there don't. */
  messageIds?: readonly MessageIdForm[]
  /** How the mailboxes begin that the system writes from, and no person. */
  mailboxes?: readonly string[]
}

type MessageIdForm = keyof typeof messageIdForms

const messageIdForms = {
  /** `<9033447@ord.uscourts.gov>` */
  number: /^<\d{1,20}(?:@[a-z\d.-]{1,253})?>$/i,
  /** `<1066811685.6583.1659997259208@ca9db.ca9.gtwy.dcn>` */
  gateway: /^<[\w.-]{1,200}@[a-z\d.-]{1,200}\.gtwy\.dcn>$/i,
} as const

/** Returns the habit of the senders in a domain; undefined if none is known. Without one, the body itself decides. */
export function findSendingHabit(domain: string): SendingHabit | undefined {
  const name = domain.toLowerCase()
  const isWithin = (suffix: string) => name === suffix || name.endsWith(`.${suffix}`)
  return (entries as readonly (SendingHabit & { domains: readonly string[] })[]).find(({ domains }) =>
    domains.some(isWithin),
  )
}

/** Whether a message is like those that the system sends, by what people's mail programs and mailboxes never have. */
export function isBySystem({ messageIds, mailboxes }: SendingHabit, { messageId = '', from }: Message): boolean {
  const address = from?.address.toLowerCase() ?? ''
  const isUsualId = !messageIds || messageIds.some((form) => messageIdForms[form].test(messageId))
  return isUsualId && (!mailboxes || mailboxes.some((start) => address.startsWith(start)))
}
