import { type Address, addressParser, decodeWords } from 'postal-mime'
import { joinPieces, type Piece } from './join-pieces.ts'
import type { AttachedMessage, MailAddress, Message, RivalTexts } from './message.ts'
import { MimeLimitError, type MimeMessage, readMime } from './mime-parts.ts'

/** The decoded message, or a sentence saying why it can't be decoded. */
export type DecodedMail = { message: Message } | { problem: string }

/**
 * Decodes a received message. Anything that isn't mail, or is built to exhaust the server, is returned as a problem,
 * and the caller still has the raw bytes. An attached message (a notice "forwarded as attachment") becomes part of its
 * body; the headers are always the outer message's. `isExact` guesses nothing that the bytes don't say.
 */
export async function decodeMessage(raw: Uint8Array, isExact = false): Promise<DecodedMail> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const refusal = refuse(bytes)
  if (refusal) return { problem: refusal }
  try {
    return { message: toMessage(readMime(bytes, isExact)) }
  } catch (error) {
    if (error instanceof MimeLimitError) return { problem: error.message }
    // One hostile message must not stop the mail behind it; the sentence is stored with its raw bytes.
    return { problem: `The message cannot be decoded: ${error instanceof Error ? error.message : String(error)}.` }
  }
}

/** The body that the console shows and that spans refer to: the HTML if there is one, otherwise the plain text. */
export function bodyToShow(message: Message): { kind: 'html' | 'text'; source: string } {
  const { html, text } = message
  if (html !== undefined && (html.trim() !== '' || !text)) return { kind: 'html', source: html }
  return { kind: 'text', source: text ?? '' }
}

const largestMessage = 64 * 1024 * 1024
const firstKilobytes = 16 * 1024

function refuse(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'The message is empty.'
  if (bytes.length > largestMessage) return 'The message is larger than 64 MB.'
  const hasHeader = /^[!-9;-~]{1,80}[ \t]*:/m.test(bytes.toString('latin1', 0, firstKilobytes))
  return hasHeader ? undefined : "This isn't an email message: it has no headers."
}

function toMessage(mime: MimeMessage): Message {
  const attached = attachedMessages(mime)
  const notes = [...new Set([...mime.notes, ...attached.flatMap((one) => one.notes)])]
  const doubtfulCharsets = allCharsets(mime)
  const rivals = allRivals(mime)
  const headers = new Map(mime.headers.toReversed().map((header) => [header.key, header.value]))
  return {
    messageId: headers.get('message-id')?.trim() || undefined,
    from: mailboxes(headers.get('from'))[0],
    sender: mailboxes(headers.get('sender'))[0],
    to: mailboxes(headers.get('to')),
    cc: mailboxes(headers.get('cc')),
    subject: decodeHeader(headers.get('subject')),
    date: isoDate(headers.get('date')),
    headers: mime.headers,
    ...joinPieces(allPieces(mime)),
    attachments: allAttachments(mime),
    ...(notes.length > 0 && { notes, ...(attached.length > 0 && { attached }) }),
    ...(doubtfulCharsets.length > 0 && { doubtfulCharsets }),
    ...(rivals.length > 0 && { rivals }),
  }
}

/** A longer header isn't a name or subject; all of it stays in `headers`. */
const longestHeader = 64 * 1024

function decodeHeader(value: string | undefined): string {
  return decodeWords((value ?? '').slice(0, longestHeader))
    .replace(/\s+/g, ' ')
    .trim()
}

function mailboxes(value: string | undefined): MailAddress[] {
  if (!value) return []
  return addressParser(value.slice(0, longestHeader)).flatMap((address: Address) =>
    address.group ? address.group : [{ name: address.name, address: address.address }],
  )
}

/** The Date header as an ISO timestamp; undefined if it is invalid. */
function isoDate(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text.slice(0, 200))
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function allAttachments(mime: MimeMessage): Message['attachments'] {
  return [...mime.attachments, ...mime.forwards.flatMap(allAttachments)]
}

/** In the order of their pieces. If there are several, what couldn't be opened of one says which of them it is. */
function attachedMessages(mime: MimeMessage): AttachedMessage[] {
  const forwards = allForwards(mime)
  return forwards.map((forward) => ({
    head: headerLines(forward),
    notes: forwards.length === 1 ? forward.notes : forward.notes.map((note) => `${whichOf(forward)} ${note}`),
  }))
}

function allForwards(mime: MimeMessage): MimeMessage[] {
  return mime.forwards.flatMap((forward) => [forward, ...allForwards(forward)])
}

function whichOf({ headers }: MimeMessage): string {
  const subject = decodeHeader(headers.find(({ key }) => key === 'subject')?.value).slice(0, longestSubject)
  if (subject === '') return 'One of the attached messages, which has no subject, could not be opened completely.'
  return `The attached message "${subject}" could not be opened completely.`
}

const longestSubject = 300

function allCharsets(mime: MimeMessage): string[] {
  return [...new Set([...mime.doubtfulCharsets, ...mime.forwards.flatMap(allCharsets)])]
}

function allRivals(mime: MimeMessage): RivalTexts[] {
  return [...mime.rivals, ...mime.forwards.flatMap(allRivals)]
}

/**
 * The message's own pieces, then those of each attached message under a header block like the one mail programs write.
 */
function allPieces(mime: MimeMessage): Piece[] {
  return [...mime.pieces, ...mime.forwards.flatMap((forward) => [headerBlock(forward), ...allPieces(forward)])]
}

function headerBlock(forward: MimeMessage): Piece {
  return { text: `\n${headerLines(forward).join('\n')}\n\n` }
}

function headerLines(forward: MimeMessage): string[] {
  return ['From', 'Date', 'Subject', 'Message-ID'].map((name) => {
    const header = forward.headers.find(({ key }) => key === name.toLowerCase())
    return `${name}: ${decodeHeader(header?.value)}`
  })
}
