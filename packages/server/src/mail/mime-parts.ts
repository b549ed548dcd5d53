import { isAttachedMessage, isMessageName } from './attached-message.ts'
import type { MailAttachment } from './message.ts'
import { type Header, readHeaders, readStructured, type Structured } from './mime-headers.ts'
import { decodeText } from './mime-text.ts'
import { decodeTransfer } from './mime-transfer.ts'
import { describeWrapping } from './mime-wrapping.ts'

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
  /** What could not be opened, a sentence each. */
  notes: readonly string[]
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
  notes: string[]
  forwards: MimeMessage[]
}

function readMessage(bytes: Buffer, count: Count, messageDepth: number): MimeMessage {
  const walk: Walk = { bytes, count, messageDepth, pieces: [], attachments: [], notes: [], forwards: [] }
  const headers = readPart(walk, { start: 0, end: bytes.length, depth: 0, isReport: false }, walk.pieces)
  const { pieces, attachments, notes, forwards } = walk
  return { headers, pieces, attachments, notes, forwards }
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
  const content = decodeTransfer({
    content: walk.bytes.subarray(start, end),
    encoding: headerOf(headers, 'content-transfer-encoding'),
    isText: type.value.startsWith('text/'),
  })
  const disposition = readStructured(headerOf(headers, 'content-disposition') ?? '')
  const fileName = disposition.parameters.get('filename') ?? type.parameters.get('name')
  const isFile = disposition.value === 'attachment' || disposition.parameters.has('filename') || isMessageName(fileName)
  if (!isFile && (type.value === 'text/html' || type.value === 'text/plain' || !type.value.includes('/'))) {
    const text = decodeText(content, type)
    pieces.push(type.value === 'text/html' ? { html: text } : { text })
    return
  }
  const isMessage = !isReport && isAttachedMessage({ type, fileName, content })
  walk.attachments.push({
    ...(fileName && { fileName }),
    mediaType: type.value,
    content,
    ...(isMessage && { isMessage }),
  })
  const note = describeWrapping({ type, fileName, content })
  if (note && !walk.notes.includes(note)) walk.notes.push(note)
  if (isMessage) readForward(walk, content)
}

function readForward(walk: Walk, content: Buffer): void {
  if (walk.messageDepth >= deepestForward || walk.count.forwards >= mostForwards) return
  walk.count.forwards++
  walk.forwards.push(readMessage(content, walk.count, walk.messageDepth + 1))
}

function headerOf(headers: readonly Header[], key: string): string | undefined {
  return headers.find((header) => header.key === key)?.value
}
