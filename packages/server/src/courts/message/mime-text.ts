import { isUtf8 } from 'node:buffer'
import type { Structured } from './mime-headers.ts'

/**
 * Decodes a text part to Unicode with plain line feeds. Older CM/ECF releases name no charset or the wrong one, so
 * valid UTF-8 is read as UTF-8 even if a Latin charset is named, and anything else as windows-1252, which their users'
 * programs write. The lines of `format=flowed` text are rejoined into paragraphs (RFC 3676).
 */
export function decodeText(content: Buffer, { value, parameters }: Structured): string {
  const text = decodeCharset(content, parameters.get('charset')?.trim().toLowerCase() ?? '')
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  const isFlowed = value !== 'text/html' && parameters.get('format')?.trim().toLowerCase() === 'flowed'
  return isFlowed ? joinFlowed(plain, parameters.get('delsp')?.trim().toLowerCase() === 'yes') : plain
}

function decodeCharset(content: Buffer, charset: string): string {
  if (charset === 'utf-8' || charset === 'utf8') return decodeUtf8(content)
  if (isUtf7(charset)) return decodeUtf7(content)
  const decoder = charset === '' ? undefined : decoderOf(charset)
  if (decoder && decoder.encoding !== vagueCharset) return decoder.decode(content)
  return isUtf8(content) ? content.toString('utf8') : decodeWestern(content)
}

/**
 * What programs name when they don't know, under any of its names (`us-ascii`, `iso-8859-1`, `ansi_x3.4-1968`). Text in
 * the real one differs from ASCII only where valid UTF-8 is recognizable.
 */
const vagueCharset = 'windows-1252'

/** Text that claims to be UTF-8 but contains no UTF-8 character was written by a Western program. */
function decodeUtf8(content: Buffer): string {
  if (isUtf8(content)) return content.toString('utf8')
  const text = content.toString('utf8')
  return /[\u0080-\ufffc]/.test(text) ? text : decodeWestern(content)
}

function decodeWestern(content: Buffer): string {
  return new TextDecoder('windows-1252').decode(content)
}

function isUtf7(charset: string): boolean {
  return /^(?:x-|cs)?(?:unicode-[\d-]{3}-)?utf-?7$/.test(charset)
}

/** Characters beyond ASCII, and any others, as base64 of UTF-16 between a plus sign and a hyphen (RFC 2152). */
function decodeUtf7(content: Buffer): string {
  return content.toString('latin1').replace(/\+([a-z\d+/]*)(-?)/gi, (written, code: string, end: string) => {
    if (code === '') return end === '' ? written : '+'
    const bytes = Buffer.from(code, 'base64')
    return bytes
      .subarray(0, bytes.length - (bytes.length % 2))
      .swap16()
      .toString('utf16le')
  })
}

/**
 * Returns the name of a text's character set if mail programs show it in different words: many don't read it, and in it
 * letters stand for others, or the text names another one, too.
 */
export function doubtfulCharset({ parameters, disputed }: Structured): string | undefined {
  const charset = parameters.get('charset')?.trim().toLowerCase() ?? ''
  return disputed.has('charset') || isUtf7(charset) || otherLetters.test(charset) ? charset : undefined
}

/** Not based on ASCII, or with escapes in it. */
const otherLetters =
  /^(?:x-|cs)?(?:utf-?32(?:[bl]e)?|ebcdic.*|(?:ibm|cp)-?0*(?:37|273|27[78]|28[045]|297|42[04]|500|87[01]|1026|1047|114\d)|hz(?:-gb-2312)?|iso-?2022-?(?:cn|kr)(?:-ext)?|scsu|bocu-1)$/

/** Lines that end in a space continue on the next one of the same quoting depth, except the signature's "-- ". */
function joinFlowed(text: string, isSpaceDeleted: boolean): string {
  const joined: string[] = []
  let openDepth = -1
  for (const line of text.split('\n')) {
    const quotes = /^>*/.exec(line)?.[0] ?? ''
    const rest = line.slice(quotes.length)
    const words = rest.startsWith(' ') ? rest.slice(1) : rest
    const isSignature = words === '-- '
    const isFlowing = words.endsWith(' ') && !isSignature
    const kept = isFlowing && isSpaceDeleted ? words.slice(0, -1) : words
    if (openDepth === quotes.length && !isSignature) joined.push(kept)
    else joined.push(joined.length > 0 ? '\n' : '', quotes && `${quotes} `, kept)
    openDepth = isFlowing ? quotes.length : -1
  }
  return joined.join('')
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    // An unknown charset; the caller guesses.
    return undefined
  }
}
