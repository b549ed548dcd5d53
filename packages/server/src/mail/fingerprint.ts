import { createHash } from 'node:crypto'

/** Headers that don't change in transit, unlike trace headers. */
const lasting = ['message-id', 'date', 'from', 'to', 'cc', 'subject'] as const
/** A header of a megabyte is an attack or an accident; bytes beyond this limit aren't used to tell messages apart. */
const headerLimit = 256 * 1024

/**
 * Identifies a message received over SMTP, over IMAP or from a file by the headers that don't change in transit and the
 * body. The Message-ID alone isn't enough: courts reuse one for several filings.
 */
export function fingerprintOf(raw: Uint8Array): string {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const { head, bodyStart } = splitHeader(bytes)
  const values = headerValues(head)
  const hash = createHash('sha256')
  for (const name of lasting) hash.update(`${name}:${values.get(name) ?? ''}\n`)
  return hash.update(withUnixLineEnds(bytes.subarray(bodyStart))).digest('hex')
}

function splitHeader(bytes: Buffer): { head: string; bodyStart: number } {
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  const isCrlf = crlf >= 0 && (lf < 0 || crlf < lf)
  const end = isCrlf ? crlf : lf
  if (end < 0) return { head: bytes.toString('latin1', 0, headerLimit), bodyStart: 0 }
  return { head: bytes.toString('latin1', 0, Math.min(end, headerLimit)), bodyStart: end + (isCrlf ? 4 : 2) }
}

function headerValues(head: string): Map<string, string> {
  const values = new Map<string, string>()
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ')
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    if (!values.has(name))
      values.set(
        name,
        line
          .slice(colon + 1)
          .replace(/\s+/g, ' ')
          .trim(),
      )
  }
  return values
}

/** Line endings, and blank lines at the end, depend on how a message was received. */
function withUnixLineEnds(body: Buffer): Buffer {
  const text = body.toString('latin1').replaceAll('\r\n', '\n')
  let end = text.length
  while (end > 0 && text[end - 1] === '\n') end--
  return Buffer.from(text.slice(0, end), 'latin1')
}
