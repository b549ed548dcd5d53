import type { Notice } from '@courtcrier/contract/notice.ts'
import type { MessagePart } from '../courts/message/message.ts'

/** The server that delivered a message, and the envelope. */
export interface Origin {
  ip?: string
  helo?: string
  mailFrom?: string
  recipients?: readonly string[]
  /** The provider of the mailbox it was read from, as `providerOf` knows it. */
  authserv?: string
  /** The part this item is about, for a message with several notices. */
  part?: MessagePart
  /** A filing entered by hand instead of received from a court; it is processed the same way. */
  entered?: EnteredNotice
  /** The same message as it was received again, until it is known whether that proves more about its sender. */
  again?: readonly LaterArrival[]
}

/** A message that was received before, with other headers of the servers it passed, or from another server. */
export interface LaterArrival {
  /** The hash of the message as it was received. */
  file: string
  size: number
  via: string
  source: string
  origin: Omit<Origin, 'again'>
  /** How often it was examined while the DNS didn't answer. */
  tries?: number
  /** When it is examined again, in milliseconds since 1970; absent for one that is yet to be examined. */
  after?: number
}

export interface EnteredNotice {
  /** The person's name and id. */
  by: string
  userId: string
  notice: Notice
  /** One per document of the notice, in the same order. */
  files: readonly EnteredFile[]
  /** The case that the person chose; if absent, it is found as for mail. */
  caseId?: string
  /** The key of the filing that this adds to, if it already exists. */
  filingKey: string
}

export interface EnteredFile {
  fileId: string
  size: number
  pages?: number
  /** Whether a court stamped it. */
  stampedByCourt?: boolean
}
