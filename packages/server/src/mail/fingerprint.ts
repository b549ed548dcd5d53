import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Headers that don't change in transit, unlike trace headers. */
const lasting = ['message-id', 'date', 'from', 'to', 'cc', 'subject'] as const
/** A header of a megabyte is an attack or an accident; bytes beyond this limit aren't used to tell messages apart. */
const headerLimit = 256 * 1024

/**
 * Identifies a message received over SMTP, over IMAP or from a file by the headers that don't change in transit and the
 * body. The Message-ID alone isn't enough: courts reuse one for several filings.
 */
export async function fingerprintOf(raw: Uint8Array): Promise<string> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const { head, bodyStart } = splitHeader(bytes)
  const values = headerValues(head)
  const hash = createHash('sha256')
  for (const name of lasting) hash.update(`${name}:${values.get(name) ?? ''}\n`)
  for await (const piece of withUnixLineEnds(bytes.subarray(bodyStart))) hash.update(piece)
  return hash.digest('hex')
}

/** Identifies a copy of a message by its bytes, where it is an item of its own. */
export function fingerprintOfCopy(fingerprint: string, file: string): string {
  return createHash('sha256').update(`${fingerprint} ${file}`).digest('hex')
}

function splitHeader(bytes: Buffer): { head: string; bodyStart: number } {
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  const isCrlf = crlf >= 0 && (lf < 0 || crlf < lf)
  const end = isCrlf ? crlf : lf
  if (end < 0) return { head: bytes.toString('latin1', 0, headerLimit), bodyStart: 0 }
  return { head: bytes.toString('latin1', 0, Math.min(end, headerLimit)), bodyStart: end + (isCrlf ? 4 : 2) }
}

/**
 * Of a header that is there twice, the last: signatures are made from the bottom up, so that anyone may put another
 * Message-ID on top of a signed message, which stays intact and would be a new one.
 */
function headerValues(head: string): Map<string, string> {
  const values = new Map<string, string>()
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ')
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
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

/** In bytes, after which other work runs: hashing a message of 50 MB takes half a second. */
const chunkSize = 1024 * 1024

/** Line endings, and blank lines at the end, depend on how a message was received. */
async function* withUnixLineEnds(body: Buffer): AsyncGenerator<Buffer> {
  const end = endOfText(body)
  for (let at = 0; at < end; ) {
    if (at > 0) await setImmediate()
    const next = Math.min(at + chunkSize, end)
    const isWithinLineEnd = body[next - 1] === 0x0d && body[next] === 0x0a && next < end
    const to = isWithinLineEnd ? next + 1 : next
    yield Buffer.from(body.toString('latin1', at, to).replaceAll('\r\n', '\n'), 'latin1')
    at = to
  }
}

/** Where the line ends at the end of the body begin. */
function endOfText(body: Buffer): number {
  let end = body.length
  while (end > 0 && body[end - 1] === 0x0a) end -= end > 1 && body[end - 2] === 0x0d ? 2 : 1
  return end
}
