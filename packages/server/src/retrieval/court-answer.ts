import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** An answer from a court's server as received. */
export interface CourtAnswer {
  /** The requested URL. */
  url: string
  status: number
  /** Lower-case names; repeated headers are joined by a comma. */
  headers: Readonly<Record<string, string>>
  /** Everything received, not decoded. */
  body: Uint8Array
  /** False if the connection broke, or the program stopped, before the end of the answer. */
  isComplete: boolean
}

/**
 * The body without transport compression. Never more than `maxBytes` or many times what was sent, because a small answer
 * can unpack to a huge one, which holds the process meanwhile.
 */
export function decodedBody(answer: CourtAnswer, maxBytes: number): Uint8Array {
  const decode = decoders[answer.headers['content-encoding']?.trim().toLowerCase() ?? '']
  // Some servers announce a compression that they don't use.
  const isPlain = Buffer.from(answer.body.subarray(0, 5)).equals(plainPdf)
  if (!decode || isPlain) return answer.body
  const many = Math.max(leastUnpacked, mostTimes * answer.body.byteLength)
  return decode(answer.body, { maxOutputLength: Math.min(maxBytes, many) })
}

/** In bytes; and how many times as much as was sent, which is more than any document has been packed to. */
const leastUnpacked = 8 * 1024 * 1024
const mostTimes = 20

const plainPdf = Buffer.from('%PDF-')

/** The length in bytes announced by the court; undefined if it announced none. */
export function announcedLength(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['content-length']
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
}

/** The beginning of a body as text: in the header's charset, or the page's, or UTF-8, or one in which every byte is valid. */
export function bodyText(body: Uint8Array, headers: Readonly<Record<string, string>>): string {
  const declared = /charset=["']?([\w-]+)/i
  const read = body.subarray(0, longestPage)
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 2048)).toString('latin1')
  const label = declared.exec(headers['content-type'] ?? '')?.[1] ?? declared.exec(head)?.[1] ?? 'utf-8'
  try {
    // A character may be cut off at the end.
    return new TextDecoder(label, { fatal: true }).decode(read, { stream: read.byteLength < body.byteLength })
  } catch {
    // An unknown charset (RangeError), or bytes that aren't in the declared one (TypeError).
    return new TextDecoder('windows-1252').decode(read)
  }
}

/** In bytes; more than any court's page has. */
const longestPage = 4_000_000

const decoders: Readonly<Record<string, (body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
}

/** Some servers leave out the wrapper (RFC 9110, 8.4.1.2), whose first byte names the method. */
function inflate(body: Uint8Array, options: { maxOutputLength: number }): Uint8Array {
  return ((body[0] ?? 0) & 0x0f) === 8 ? inflateSync(body, options) : inflateRawSync(body, options)
}
