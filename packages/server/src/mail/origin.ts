import type { Notice } from '@courtcrier/contract/notice.ts'
import type { MessagePart } from './message.ts'

/** What the mail server said of itself and for whom the message was. */
export interface Origin {
  ip?: string
  helo?: string
  mailFrom?: string
  recipients?: readonly string[]
  /** Of a message that holds several notices, the one that the item is about. */
  part?: MessagePart
  /** What a person entered by hand instead of a court's mail; it takes the same way. */
  entered?: EnteredNotice
}

export interface EnteredNotice {
  /** The person's name and id. */
  by: string
  userId: string
  notice: Notice
  /** One for each document of the notice, in its order. */
  files: readonly EnteredFile[]
  /** The case that the person chose; found like that of a mail when absent. */
  caseId?: string
  /** That of the filing it adds to, where it is known already. */
  filingKey: string
}

export interface EnteredFile {
  fileId: string
  size: number
  pages?: number
}
