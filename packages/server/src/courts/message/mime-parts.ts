import { isAttachedMessage, isMessageName } from './attached-message.ts'
import { chooseAlternative, type Piece } from './join-pieces.ts'
import type { MailAttachment, RivalTexts } from './message.ts'
import { type Header, readHeaders, readStructured, type Structured } from './mime-headers.ts'
import { decodeText, doubtfulCharset } from './mime-text.ts'
import { decodeTransfer } from './mime-transfer.ts'
import { describeWrapping, encryptedText } from './mime-wrapping.ts'

/** A parsed message. */
export interface MimeMessage {
  headers: readonly Header[]
  pieces: readonly Piece[]
  attachments: readonly MailAttachment[]
  /** What couldn't be opened, each as a sentence. */
  notes: readonly string[]
  /** Names of character sets that mail programs show in different words. */
  doubtfulCharsets: readonly string[]
  /** What of it some mail programs show as one text and some as another. */
  rivals: readonly RivalTexts[]
  /** Messages attached to it ("forward as attachment"), which are among the attachments too. */
  forwards: readonly MimeMessage[]
}

/** Thrown for mail built to exhaust the server. Its message is a sentence for display. */
export class MimeLimitError extends Error {}

/**
 * Parses a message. `isExact` reads only what the bytes say: they came directly or under a signature, so no forwarder lost a header. Throws nothing
 * but MimeLimitError for any bytes.
 */
export function readMime(bytes: Buffer, isExact = false): MimeMessage {
  return readMessage(bytes, { parts: 0, forwards: 0, isExact }, 0)
}

const mostParts = 2_000
const deepestPart = 40
const deepestForward = 3
/** As many notices as `findNotices` finds in one message. */
const mostForwards = 25

const tooDeep = `The message has messages attached more than ${deepestForward} deep. Forward the notices in it by themselves.`
const tooManyForwards = `The message has more than ${mostForwards} messages attached. Forward the notices in it in several messages.`

/** What has been found so far in all nested messages, and how they are read. */
interface Count {
  parts: number
  forwards: number
  isExact: boolean
}

interface Walk {
  bytes: Buffer
  count: Count
  messageDepth: number
  pieces: Piece[]
  attachments: MailAttachment[]
  notes: string[]
  doubtfulCharsets: string[]
  rivals: RivalTexts[]
  forwards: MimeMessage[]
}

function readMessage(bytes: Buffer, count: Count, messageDepth: number): MimeMessage {
  const walk: Walk = {
    bytes,
    count,
    messageDepth,
    pieces: [],
    attachments: [],
    notes: [],
    doubtfulCharsets: [],
    rivals: [],
    forwards: [],
  }
  const headers = readPart(walk, { start: 0, end: bytes.length, depth: 0, isReport: false }, walk.pieces)
  const { pieces, attachments, notes, doubtfulCharsets, rivals, forwards } = walk
  return { headers, pieces, attachments, notes, doubtfulCharsets, rivals, forwards }
}

interface Range {
  start: number
  end: number
  depth: number
  /** Within a delivery report, which contains the message that bounced: evidence, not new mail. */
  isReport: boolean
  /** Directly within a digest, whose parts are messages if they don't say otherwise (RFC 2046, 5.1.5). */
  isOfDigest?: boolean
}

function readPart(walk: Walk, range: Range, pieces: Piece[]): Header[] {
  if (++walk.count.parts > mostParts) throw new MimeLimitError(`The message has more than ${mostParts} parts.`)
  if (range.depth > deepestPart) throw new MimeLimitError(`The message has parts nested more than ${deepestPart} deep.`)
  const { headers, bodyStart } = readHeaders(walk.bytes, range.start, range.end)
  const type = readStructured(headerOf(headers, 'content-type') ?? (range.isOfDigest ? 'message/rfc822' : 'text/plain'))
  const boundary = type.parameters.get('boundary')
  const isMultipart = type.value.startsWith('multipart/')
  const isNested = range.depth > 0 || walk.messageDepth > 0
  const isDisputed = isNested && layoutFields.some((key) => hasTwo(headers, key))
  if (isDisputed || (isMultipart && type.disputed.has('boundary'))) throw new MimeLimitError(twoLayouts)
  if (isMultipart && boundary) {
    readMultipart(walk, { ...range, start: bodyStart }, { type: type.value, boundary, pieces })
  } else readLeaf(walk, { ...range, start: bodyStart }, { headers, type, pieces })
  return headers
}

/** Of the whole message, the sender check counts them. */
const layoutFields = ['content-type', 'content-transfer-encoding']
const twoLayouts =
  'The message says in two ways where its parts begin or what they are, and mail programs show one or the other. Read it yourself, and enter it manually.'

/** Whether there is more than one header with a name, which don't say the same. */
function hasTwo(headers: readonly Header[], key: string): boolean {
  const values = headers.flatMap((header) => (header.key === key ? header.value.toLowerCase() : []))
  return new Set(values).size > 1
}

interface Multipart {
  type: string
  boundary: string
  pieces: Piece[]
}

function readMultipart(walk: Walk, range: Range, { type, boundary, pieces }: Multipart): void {
  const isReport = range.isReport || type === 'multipart/report'
  const parts: Piece[][] = []
  for (const [start, end] of splitAtBoundary(walk.bytes, range, boundary)) {
    const own: Piece[] = []
    readPart(walk, { start, end, depth: range.depth + 1, isReport, isOfDigest: type === 'multipart/digest' }, own)
    parts.push(own)
  }
  if (type !== 'multipart/alternative') pieces.push(...parts.flat())
  else {
    const { isTextLast, ...chosen } = chooseAlternative(parts)
    const { html = '', text = '' } = chosen
    if (isTextLast && html.trim() !== '' && text.trim() !== '') walk.rivals.push({ html, text })
    pieces.push(chosen)
  }
}

/** The ranges between boundary lines. */
function splitAtBoundary(bytes: Buffer, { start, end }: Range, boundary: string): (readonly [number, number])[] {
  const delimiter = Buffer.from(`--${boundary}`, 'utf8')
  const ranges: (readonly [number, number])[] = []
  let partStart = -1
  // Searches only the part's own bytes; otherwise many small parts would each search the whole message.
  const own = bytes.subarray(0, end)
  for (let at = own.indexOf(delimiter, start); at >= 0; at = own.indexOf(delimiter, at + 1)) {
    const line = at === start || own[at - 1] === 0x0a ? readDelimiterEnd(own, at + delimiter.length) : undefined
    if (!line) continue
    if (partStart >= 0) ranges.push([partStart, withoutLineBreak(bytes, partStart, at)])
    if (ranges.length > mostParts) throw new MimeLimitError(`The message has more than ${mostParts} parts.`)
    partStart = line.next
    if (line.isLast) return ranges
  }
  // No closing delimiter: the message was cut in transit, but its last part is still worth reading.
  if (partStart >= 0 && partStart < end) ranges.push([partStart, end])
  return ranges
}

/**
 * The rest of a delimiter line: two hyphens on the last one, blanks that were added on the way, and the line's end (RFC
 * 2046, 5.1.1). Undefined for anything else, as in a line of an inner part whose boundary goes on from this one.
 */
function readDelimiterEnd(bytes: Buffer, after: number): { isLast: boolean; next: number } | undefined {
  const isLast = bytes[after] === 0x2d && bytes[after + 1] === 0x2d
  let at = isLast ? after + 2 : after
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++
  if (bytes[at] === 0x0d) at++
  if (at >= bytes.length) return { isLast, next: bytes.length }
  return bytes[at] === 0x0a ? { isLast, next: at + 1 } : undefined
}

/** The line break before a delimiter is part of the delimiter. */
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
    mayGuess: !walk.count.isExact,
  })
  const disposition = readStructured(headerOf(headers, 'content-disposition') ?? '')
  const fileName = disposition.parameters.get('filename') ?? type.parameters.get('name')
  const isFile = disposition.value === 'attachment' || disposition.parameters.has('filename') || isMessageName(fileName)
  if (!isFile && (type.value === 'text/html' || type.value === 'text/plain' || !type.value.includes('/'))) {
    const text = decodeText(content, type)
    pieces.push(type.value === 'text/html' ? { html: text } : { text })
    addNew(walk.notes, encryptedText(text))
    addNew(walk.doubtfulCharsets, doubtfulCharset(type))
    return
  }
  const isMessage = !isReport && isAttachedMessage({ type, fileName, content })
  walk.attachments.push({
    ...(fileName && { fileName }),
    mediaType: type.value,
    content,
    ...(isMessage && { isMessage }),
  })
  addNew(walk.notes, describeWrapping({ type, fileName, content }))
  if (isMessage) readForward(walk, content)
}

function addNew(list: string[], one: string | undefined): void {
  if (one && !list.includes(one)) list.push(one)
}

function readForward(walk: Walk, content: Buffer): void {
  // What isn't read would be lost without a word, because the others become items of their own.
  if (walk.messageDepth >= deepestForward) throw new MimeLimitError(tooDeep)
  if (++walk.count.forwards > mostForwards) throw new MimeLimitError(tooManyForwards)
  walk.forwards.push(readMessage(content, walk.count, walk.messageDepth + 1))
}

function headerOf(headers: readonly Header[], key: string): string | undefined {
  return headers.find((header) => header.key === key)?.value
}
