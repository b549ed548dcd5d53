import { isUtf8 } from 'node:buffer'
import type { Structured } from './mime-headers.ts'

/**
 * A text part as Unicode with plain line feeds. Courts' older CM/ECF releases name no charset or a wrong one: valid UTF-8
 * is read as that, whatever Latin charset is named, anything else as windows-1252, which is what their users' programs
 * wrote. Text in `format=flowed` has its paragraphs' lines joined again (RFC 3676).
 */
export function decodeText(content: Buffer, { value, parameters }: Structured): string {
  const text = decodeCharset(content, parameters.get('charset')?.trim().toLowerCase() ?? '')
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  const isFlowed = value !== 'text/html' && parameters.get('format')?.trim().toLowerCase() === 'flowed'
  return isFlowed ? joinFlowed(plain, parameters.get('delsp')?.trim().toLowerCase() === 'yes') : plain
}

/** Charsets that programs name when they do not know; real ones differ from ASCII only where UTF-8 shows itself. */
const vagueCharsets = new Set(['', 'us-ascii', 'ascii', 'iso-8859-1', 'latin1', 'windows-1252', 'cp1252'])

function decodeCharset(content: Buffer, charset: string): string {
  if (vagueCharsets.has(charset)) return isUtf8(content) ? content.toString('utf8') : decodeWestern(content)
  if (charset === 'utf-8' || charset === 'utf8') return decodeUtf8(content)
  const decoder = decoderOf(charset)
  return decoder ? decoder.decode(content) : decodeCharset(content, '')
}

/** Text that claims to be UTF-8 and has not one character of it was written by a Western program. */
function decodeUtf8(content: Buffer): string {
  if (isUtf8(content)) return content.toString('utf8')
  const text = content.toString('utf8')
  return /[\u0080-\ufffc]/.test(text) ? text : decodeWestern(content)
}

function decodeWestern(content: Buffer): string {
  return new TextDecoder('windows-1252').decode(content)
}

/** Lines that end in a space go on in the next one of the same quoting depth; the signature's "-- " does not. */
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
    // A charset nobody knows; the caller guesses.
    return undefined
  }
}
