export interface EncodedPart {
  content: Buffer
  /** The Content-Transfer-Encoding, if the part names one. */
  encoding: string | undefined
  isText: boolean
  /** Whether the encoding may be guessed for text whose header was lost. */
  mayGuess: boolean
}

/** Decodes a part's bytes by its Content-Transfer-Encoding. */
export function decodeTransfer({ content, encoding, isText, mayGuess }: EncodedPart): Buffer {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name.includes('base64')) return Buffer.from(content.toString('latin1'), 'base64')
  if (name.includes('quoted-printable')) return decodeQuotedPrintable(content)
  return isText && mayGuess && hasLostItsEncoding(content) ? decodeQuotedPrintable(content) : content
}

/**
 * Forwarders copy a quoted-printable body and lose the header that says so. Text counts only if every equals sign is an
 * escape or a soft line break and there are several of both, so `caseid=206379` in plain HTML doesn't.
 */
function hasLostItsEncoding(content: Buffer): boolean {
  if (!content.includes('=3D') || !/=\r?\n/.test(content.toString('latin1', 0, longestGuess))) return false
  let escapes = 0
  for (let at = content.indexOf(equals); at >= 0; at = content.indexOf(equals, at + 1)) {
    if (hexDigit(content[at + 1]) >= 0 && hexDigit(content[at + 2]) >= 0) escapes++
    else if (softBreakLength(content, at + 1) < 0) return false
  }
  return escapes >= 3
}

const equals = 0x3d
const longestGuess = 256 * 1024

/** Invalid escapes stay as they are: a court's `?caseid=206379` in unencoded mail must survive. */
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

/**
 * The number of bytes after an equals sign that make it a soft line break (white space added by gateways, then the end
 * of the line); -1 if it isn't one.
 */
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
