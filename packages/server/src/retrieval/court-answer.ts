import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** One answer of a court's server, as it was received. */
export interface CourtAnswer {
  /** The address that was asked. */
  url: string
  status: number
  /** Names lower case; repeated headers are joined by a comma. */
  headers: Readonly<Record<string, string>>
  /** Everything received, not yet decoded. */
  body: Uint8Array
  /** False when the connection broke, or the program stopped, before the end of the answer. */
  isComplete: boolean
}

/** The body without transport compression. Never more than `maxBytes`: a small answer can unpack to a huge one. */
export function decodedBody(answer: CourtAnswer, maxBytes: number): Uint8Array {
  const decode = decoders[answer.headers['content-encoding']?.trim().toLowerCase() ?? '']
  return decode ? decode(answer.body, { maxOutputLength: maxBytes }) : answer.body
}

/** The length the court announced, in bytes; undefined when it announced none. */
export function announcedLength(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['content-length']
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
}

/** The body as text: by the header's charset, else the page's, else UTF-8, else what every byte is valid in. */
export function bodyText(body: Uint8Array, headers: Readonly<Record<string, string>>): string {
  const declared = /charset=["']?([\w-]+)/i
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 2048)).toString('latin1')
  const label = declared.exec(headers['content-type'] ?? '')?.[1] ?? declared.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label, { fatal: true }).decode(body)
  } catch {
    // An unknown label (RangeError) or bytes that aren't what the court says they are (TypeError).
    return new TextDecoder('windows-1252').decode(body)
  }
}

const decoders: Readonly<Record<string, (body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}
