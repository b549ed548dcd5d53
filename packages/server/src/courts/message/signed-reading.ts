import { type Field, findBodyStart, readStructured, splitFields } from './mime-headers.ts'
import { decodeTransfer } from './mime-transfer.ts'

/** What an intact signature covers, besides the whole body. */
export interface SignedHeaders {
  /**
   * The signature's list of headers (`h=`), lower case, as often as they are listed: each occurrence covers one header
   * with that name, from the bottom up, or the absence of one (RFC 6376, 5.4.2).
   */
  covered: readonly string[]
  /** The parts for which the signature allows changes of white space (`c=`). */
  relaxed: { header: boolean; body: boolean }
}

/** How a message is read: from what its signature covers and nothing else, or as it was delivered if that is proven. */
export interface SignedReading {
  /** Absent if the court's own server delivered it. */
  signed?: SignedHeaders
  /** The type and encoding by the body itself, if the signature covers no header that says them. */
  type?: BodyType
  encoding?: BodyEncoding
}

export type BodyType = 'text/html' | 'text/plain'
export type BodyEncoding = 'binary' | 'quoted-printable' | 'base64'

/** Returns the bytes of the message that are believed, as a message of their own. */
export function takeSigned(raw: Uint8Array, { signed, type, encoding }: SignedReading): Uint8Array {
  if (!signed) return raw
  const { fields, body } = coveredParts(raw, signed)
  const lines = fields.map(({ lines: written }) => written.join('\r\n'))
  const stated = [type && `Content-Type: ${type}`, encoding && `Content-Transfer-Encoding: ${encoding}`]
  const head = [...lines, ...stated.filter((line) => line !== undefined), '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}

/**
 * Returns the same with the signatures in front, so that someone with only this can still check them. For a file: readers
 * of mail don't show them.
 */
export function takeSignedWithProof(raw: Uint8Array, reading: SignedReading): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const proof = splitFields(bytes.toString('latin1', 0, findBodyStart(bytes, 0, bytes.length)))
    .filter(({ key }) => proofFields.has(key))
    .map(({ lines }) => `${lines.join('\r\n')}\r\n`)
  return Buffer.concat([Buffer.from(proof.join(''), 'latin1'), takeSigned(raw, reading)])
}

const proofFields = new Set(['dkim-signature', 'arc-seal', 'arc-message-signature', 'arc-authentication-results'])

/**
 * Returns the readings that the covered bytes allow, or the middle of a sentence if they don't say what the body is.
 * Headers that the signature doesn't cover aren't used, because anyone can add, change or remove them.
 */
export function possibleReadings(
  raw: Uint8Array,
  signed: SignedHeaders,
): readonly SignedReading[] | { problem: string } {
  const { fields, body } = coveredParts(raw, signed)
  const writtenIn = (key: string) => {
    const text = fields.find((field) => field.key === key)?.lines.join('') ?? ''
    return text.slice(text.indexOf(':') + 1).trim()
  }
  const isOpen = (key: string) => !signed.covered.includes(key)
  // Its parts name their own encodings, within the body.
  const isMultipart = readStructured(writtenIn('content-type')).value.startsWith('multipart/')
  const isUnstated = isOpen('content-transfer-encoding') && !isMultipart
  if (isUnstated && isAlmostQuotedPrintable(body.toString('latin1'))) return { problem: almostEncoded }
  const encodings = isUnstated ? encodingsOf(body) : [undefined]
  if (!isOpen('content-type')) return encodings.map((encoding) => ({ signed, ...(encoding && { encoding }) }))
  if (hasParts(body))
    return { problem: `its signature doesn't cover its "content-type" header, which says where its parts begin` }
  return encodings.map((encoding) => {
    const name = encoding ?? writtenIn('content-transfer-encoding')
    const content = decodeTransfer({ content: body, encoding: name, isText: true, mayGuess: false })
    return { signed, type: typeOf(content), ...(encoding && { encoding }) }
  })
}

/** Whether the body has lines that go on behind an equals sign, as only quoted-printable text does. */
export function hasSoftBreaks(raw: Uint8Array, signed: SignedHeaders): boolean {
  return softBreak.test(coveredParts(raw, signed).body.toString('latin1'))
}

const softBreak = /=\r?\n/

/** Whether the body has what programs write when they encode text as quoted-printable, beyond words that could be so read. */
export function looksEncoded(raw: Uint8Array, signed: SignedHeaders): boolean {
  return /=\r?\n|=3D/.test(coveredParts(raw, signed).body.toString('latin1'))
}

interface Covered {
  fields: readonly Field[]
  body: Buffer
}

function coveredParts(raw: Uint8Array, { covered, relaxed }: SignedHeaders): Covered {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const bodyStart = findBodyStart(bytes, 0, bytes.length)
  const left = new Map<string, number>()
  for (const key of covered) left.set(key, (left.get(key) ?? 0) + 1)
  const fields = splitFields(bytes.toString('latin1', 0, bodyStart))
    .toReversed()
    .filter(({ key }) => {
      const count = left.get(key) ?? 0
      left.set(key, count - 1)
      return key !== '' && count > 0
    })
  const body = bytes.subarray(bodyStart)
  return {
    fields: fields.toReversed().map((field) => (relaxed.header ? relaxedField(field) : field)),
    body: relaxed.body ? relaxedBody(body) : body,
  }
}

/**
 * RFC 6376, 3.4.2: anyone may have refolded the header and changed its white space, even within a quoted boundary. No
 * other byte is white space: the last one of `à` is a no-break space by itself.
 */
function relaxedField({ key, lines }: Field): Field {
  return {
    key,
    lines: [
      lines
        .join('')
        .replace(/[ \t]+/g, ' ')
        .replace(/ $/, ''),
    ],
  }
}

/**
 * RFC 6376, 3.4.4. Blanks on an otherwise empty line would hide the end of a part's headers, and blanks within a line
 * make it too long for quoted-printable.
 */
function relaxedBody(body: Buffer): Buffer {
  const text = body.toString('latin1').replace(/[ \t]{2,}|\t/g, ' ')
  return Buffer.from(text.replace(/ (?=\r?(?:\n|$))/g, ''), 'latin1')
}

/** Whether it begins with a part, or with a few lines for programs that know no parts and then one. */
function hasParts(body: Buffer): boolean {
  const start = body.toString('latin1', 0, searchedStart).trimStart()
  return firstPart.test(start) || laterPart.test(start)
}

const firstPart = /^--\S[^\r\n]{0,200}\r?\n(?:content-[a-z-]{1,60}[ \t]*:|\r?\n)/i
const laterPart = /^(?:[^\r\n]{0,200}\r?\n){1,6}--\S[^\r\n]{0,200}\r?\ncontent-[a-z-]{1,60}[ \t]*:/i

/** HTML from its first tag on, otherwise plain text. */
function typeOf(content: Buffer): BodyType {
  const start = content.toString('latin1', 0, searchedStart).trimStart()
  return /^(?:\xef\xbb\xbf)?<(?:[a-z][a-z0-9]{0,20}[\s/>]|!doctype\b|!--)/i.test(start) ? 'text/html' : 'text/plain'
}

const searchedStart = 4_000

function encodingsOf(body: Buffer): BodyEncoding[] {
  const text = body.toString('latin1')
  const found: BodyEncoding[] = ['binary']
  if (text.includes('=') && isQuotedPrintable(text)) found.push('quoted-printable')
  if (isBase64(text)) found.push('base64')
  return found
}

/** RFC 2045, 6.7: upper-case escapes or line ends behind every equals sign, ASCII, no line over 76 characters. */
function isQuotedPrintable(text: string): boolean {
  if (strayEquals.test(text) || /[^\t\n\r -~]/.test(text)) return false
  return text.split('\n').every((line) => line.length - (line.endsWith('\r') ? 1 : 0) <= longestEncodedLine)
}

/**
 * Whether it has soft line breaks, which no one writes otherwise, and breaks a rule of the encoding: it was encoded by a
 * program that doesn't keep to the rules, so that reading it as it is would show something its sender didn't write.
 */
function isAlmostQuotedPrintable(text: string): boolean {
  return softBreak.test(text) && !strayInAnyCase.test(text) && !isQuotedPrintable(text)
}

const strayEquals = /=(?![0-9A-F]{2}|\r?\n|$)/
/** Programs that decode accept lower-case escapes too. */
const strayInAnyCase = new RegExp(strayEquals, 'i')

const almostEncoded =
  'its signature doesn\'t cover its "content-transfer-encoding" header, and its body has the line breaks of an encoding whose rules it breaks'

/** RFC 2045, 6.8: one block of lines of at most 76 characters, padded to its end. */
function isBase64(text: string): boolean {
  const all = text.split(/\r?\n/)
  const lines = all.slice(0, all.findLastIndex((line) => line !== '') + 1)
  if (lines.some((line) => line.length > longestEncodedLine)) return false
  const block = lines.join('')
  return block.length > 0 && block.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(block)
}

const longestEncodedLine = 76
