/** A received message, decoded. Parsers, the sender check and the console work with it. */
export interface Message {
  messageId?: string
  from?: MailAddress
  sender?: MailAddress
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
  subject: string
  /** ISO timestamp of the Date header. */
  date?: string
  /** In order of appearance, unfolded, with lower-case keys. */
  headers: readonly { key: string; value: string }[]
  /** The HTML body, decoded to Unicode; undefined if there is none. */
  html?: string
  /** The plain-text body, decoded to Unicode; undefined if there is none. */
  text?: string
  attachments: readonly MailAttachment[]
  /** What in the message couldn't be opened, each as a sentence for display; absent if everything could. */
  notes?: readonly string[]
  /** The messages attached to it, in the order of their words; absent if there is none, or everything could be opened. */
  attached?: readonly AttachedMessage[]
  /** Names of character sets in it that mail programs show in different words; absent if there are none. */
  doubtfulCharsets?: readonly string[]
  /** What of it some mail programs show as HTML and some as another, later text; absent if there is nothing. */
  rivals?: readonly RivalTexts[]
  /** If it contains several notices, the one to read; everything else is ignored. */
  part?: MessagePart
}

/** A message within another one, whose words are shown below a header block. */
export interface AttachedMessage {
  /** The lines of the header block. */
  head: readonly string[]
  /** What in it couldn't be opened: some of the whole message's notes. */
  notes: readonly string[]
}

/**
 * Two alternatives, the text last. Programs show the last one that they can (RFC 2046, 5.1.4), or HTML wherever it stands,
 * as is done here.
 */
export interface RivalTexts {
  html: string
  text: string
}

/** A range of the shown body's visible text, in UTF-16 units, or one of the messages attached to it. */
export interface MessagePart {
  start: number
  end: number
  /**
   * Where the notice itself begins, by its own header block or heading. Unlike the range, it stays the same if more
   * notices are found next to it later.
   */
  at?: number
  /** The attached message that a court signed; nothing in the enclosing message is read. */
  originalId?: string
  /**
   * The subject quoted in the part's own header block; empty if there is none, absent if the message's own subject
   * applies.
   */
  subject?: string
  /** How it begins. */
  snippet?: string
}

export interface MailAddress {
  name: string
  address: string
}

export interface MailAttachment {
  fileName?: string
  mediaType: string
  content: Uint8Array
  /** The attachment is a whole message, regardless of the type and name set by the sender's program. */
  isMessage?: true
}
