import { isUtf8 } from 'node:buffer'
import type { MailAttachment } from './message.ts'
import { type Header, readHeaders, readStructured, type Structured } from './mime-headers.ts'

/** One piece of what a reader sees: a text part, or the alternatives of one. */
export interface Piece {
  html?: string
  text?: string
}

/** A message taken apart. */
export interface MimeMessage {
  headers: readonly Header[]
  pieces: readonly Piece[]
  attachments: readonly MailAttachment[]
  /** Messages that were attached to it ("forward as attachment"), which are among the attachments too. */
  forwards: readonly MimeMessage[]
}

/** Thrown for mail built to exhaust the server; its message is a sentence for people. */
export class MimeLimitError extends Error {}

/** Takes a message apart. Throws MimeLimitError and nothing else, whatever the bytes are. */
export function readMime(bytes: Buffer): MimeMessage {
  return readMessage(bytes, { parts: 0, forwards: 0 }, 0)
}

const mostParts = 2_000
const deepestPart = 40
const deepestForward = 3
const mostForwards = 5

/** What was met so far, over all the messages nested in one another. */
interface Count {
  parts: number
  forwards: number
}

interface Walk {
  bytes: Buffer
  count: Count
  messageDepth: number
  pieces: Piece[]
  attachments: MailAttachment[]
  forwards: MimeMessage[]
}

function readMessage(bytes: Buffer, count: Count, messageDepth: number): MimeMessage {
  const walk: Walk = { bytes, count, messageDepth, pieces: [], attachments: [], forwards: [] }
  const headers = readPart(walk, { start: 0, end: bytes.length, depth: 0, isReport: false }, walk.pieces)
  const { pieces, attachments, forwards } = walk
  return { headers, pieces, attachments, forwards }
}

interface Range {
  start: number
  end: number
  depth: number
  /** Within a delivery report, which carries the message that bounced: evidence, and no news. */
  isReport: boolean
}

function readPart(walk: Walk, range: Range, pieces: Piece[]): Header[] {
  if (++walk.count.parts > mostParts) throw new MimeLimitError(`The message has more than ${mostParts} parts.`)
  if (range.depth > deepestPart) throw new MimeLimitError(`The message has parts nested more than ${deepestPart} deep.`)
  const { headers, bodyStart } = readHeaders(walk.bytes, range.start, range.end)
  const type = readStructured(headerOf(headers, 'content-type') ?? 'text/plain')
  const boundary = type.parameters.get('boundary')
  if (type.value.startsWith('multipart/') && boundary) {
    readMultipart(walk, { ...range, start: bodyStart }, { type: type.value, boundary, pieces })
  } else readLeaf(walk, { ...range, start: bodyStart }, { headers, type, pieces })
  return headers
}

interface Multipart {
  type: string
  boundary: string
  pieces: Piece[]
}

function readMultipart(walk: Walk, range: Range, { type, boundary, pieces }: Multipart): void {
  const isReport = range.isReport || type === 'multipart/report'
  const own: Piece[] = []
  for (const [start, end] of splitAtBoundary(walk.bytes, range, boundary)) {
    readPart(walk, { start, end, depth: range.depth + 1, isReport }, own)
  }
  if (type !== 'multipart/alternative') pieces.push(...own)
  // The sender's last alternative of a kind is the fullest (RFC 2046, 5.1.4).
  else pieces.push({ html: own.findLast((one) => one.html)?.html, text: own.findLast((one) => one.text)?.text })
}

/** The ranges between the lines that consist of the boundary. */
function splitAtBoundary(bytes: Buffer, { start, end }: Range, boundary: string): (readonly [number, number])[] {
  const delimiter = Buffer.from(`--${boundary}`, 'utf8')
  const ranges: (readonly [number, number])[] = []
  let partStart = -1
  // Only its own bytes are searched, or many small parts would each search the whole message.
  const own = bytes.subarray(0, end)
  for (let at = own.indexOf(delimiter, start); at >= 0; at = own.indexOf(delimiter, at + 1)) {
    const after = at + delimiter.length
    if ((at > start && bytes[at - 1] !== 0x0a) || !isDelimiterEnd(bytes, after)) continue
    if (partStart >= 0) ranges.push([partStart, withoutLineBreak(bytes, partStart, at)])
    if (ranges.length > mostParts) throw new MimeLimitError(`The message has more than ${mostParts} parts.`)
    const feed = bytes.indexOf(0x0a, after)
    partStart = feed < 0 || feed >= end ? end : feed + 1
    if (bytes[after] === 0x2d && bytes[after + 1] === 0x2d) return ranges
  }
  // No closing delimiter: the message was cut on its way, and its last part is worth reading all the same.
  if (partStart >= 0 && partStart < end) ranges.push([partStart, end])
  return ranges
}

function isDelimiterEnd(bytes: Buffer, at: number): boolean {
  const byte = bytes[at]
  return byte === undefined || byte === 0x0a || byte === 0x0d || byte === 0x20 || byte === 0x09 || byte === 0x2d
}

/** The line break before a delimiter belongs to the delimiter. */
function withoutLineBreak(bytes: Buffer, start: number, at: number): number {
  const beforeFeed = at - 1
  if (beforeFeed < start) return start
  return beforeFeed > start && bytes[beforeFeed - 1] === 0x0d ? beforeFeed - 1 : beforeFeed
}

interface Leaf {
  headers: readonly Header[]
  type: Structured
  pieces: Piece[]
}

function readLeaf(walk: Walk, { start, end, isReport }: Range, { headers, type, pieces }: Leaf): void {
  const content = decodeTransfer(walk.bytes.subarray(start, end), headerOf(headers, 'content-transfer-encoding'))
  const disposition = readStructured(headerOf(headers, 'content-disposition') ?? '')
  const isShown = disposition.value !== 'attachment' && !disposition.parameters.has('filename')
  if (isShown && (type.value === 'text/html' || type.value === 'text/plain' || !type.value.includes('/'))) {
    const text = decodeText(content, type.parameters.get('charset'))
    pieces.push(type.value === 'text/html' ? { html: text } : { text })
    return
  }
  const fileName = disposition.parameters.get('filename') ?? type.parameters.get('name')
  walk.attachments.push({ ...(fileName && { fileName }), mediaType: type.value, content })
  if (type.value === 'message/rfc822' && !isReport) readForward(walk, content)
}

function readForward(walk: Walk, content: Buffer): void {
  if (walk.messageDepth >= deepestForward || walk.count.forwards >= mostForwards) return
  walk.count.forwards++
  walk.forwards.push(readMessage(content, walk.count, walk.messageDepth + 1))
}

function headerOf(headers: readonly Header[], key: string): string | undefined {
  return headers.find((header) => header.key === key)?.value
}

function decodeTransfer(content: Buffer, encoding: string | undefined): Buffer {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name.includes('base64')) return Buffer.from(content.toString('latin1'), 'base64')
  return name.includes('quoted-printable') ? decodeQuotedPrintable(content) : content
}

/** Escapes that are none stay as they are: a court's `?caseid=206379` in unencoded mail must survive. */
function decodeQuotedPrintable(content: Buffer): Buffer {
  const output = Buffer.allocUnsafe(content.length)
  let length = 0
  let copied = 0
  for (let at = content.indexOf(0x3d); at >= 0; at = content.indexOf(0x3d, Math.max(copied, at + 1))) {
    const softBreak = softBreakLength(content, at + 1)
    const high = hexDigit(content[at + 1])
    const low = hexDigit(content[at + 2])
    if (softBreak < 0 && (high < 0 || low < 0)) continue
    length += content.copy(output, length, copied, at)
    if (softBreak >= 0) copied = at + 1 + softBreak
    else {
      output[length++] = high * 16 + low
      copied = at + 3
    }
  }
  length += content.copy(output, length, copied)
  return output.subarray(0, length)
}

/** How many bytes after an equals sign make it a soft line break (white space that gateways add, then the line's end); -1 when none do. */
function softBreakLength(content: Buffer, start: number): number {
  let at = start
  while (at - start < 80 && (content[at] === 0x20 || content[at] === 0x09)) at++
  if (content[at] === 0x0d) at++
  if (content[at] === 0x0a) return at + 1 - start
  return at >= content.length ? at - start : -1
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/**
 * Text to Unicode with plain line feeds. Courts' older CM/ECF releases name no charset or a wrong `us-ascii`: valid
 * UTF-8 is read as that, anything else as windows-1252, which is what their users' programs wrote.
 */
function decodeText(content: Buffer, charset: string | undefined): string {
  const text = decodeCharset(content, charset?.trim().toLowerCase() ?? '')
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function decodeCharset(content: Buffer, charset: string): string {
  if (charset === '' || charset === 'us-ascii') {
    return isUtf8(content) ? content.toString('utf8') : new TextDecoder('windows-1252').decode(content)
  }
  if (charset === 'utf-8' || charset === 'utf8') return content.toString('utf8')
  const decoder = decoderOf(charset)
  return decoder ? decoder.decode(content) : decodeCharset(content, '')
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    // A charset nobody knows; the caller guesses.
    return undefined
  }
}
