/** A received message, decoded: what the parsers, the trust check and the console work from. */
export interface Message {
  messageId?: string
  from?: MailAddress
  sender?: MailAddress
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
  subject: string
  /** ISO timestamp of the Date header. */
  date?: string
  /** In order of appearance, keys lower case, unfolded. */
  headers: readonly { key: string; value: string }[]
  /** The HTML body, decoded to Unicode; undefined when there is none. */
  html?: string
  /** The plain text body, decoded to Unicode; undefined when there is none. */
  text?: string
  attachments: readonly MailAttachment[]
  /** What of the message could not be opened, a sentence for people each; absent when all could. */
  notes?: readonly string[]
  /** Where it holds several notices, the one that is read; everything else is left aside. */
  part?: MessagePart
}

/** A stretch of the shown body's visible text, in UTF-16 units, or one of the messages attached to it. */
export interface MessagePart {
  start: number
  end: number
  /** The attached message that a court signed; nothing of the message around it is read. */
  originalId?: string
  /** The subject that its own header block quotes; empty where it has none, absent where the message's own is its. */
  subject?: string
}

export interface MailAddress {
  name: string
  address: string
}

export interface MailAttachment {
  fileName?: string
  mediaType: string
  content: Uint8Array
  /** It is a message that was attached whole, whatever type and name the sender's program gave it. */
  isMessage?: true
}
