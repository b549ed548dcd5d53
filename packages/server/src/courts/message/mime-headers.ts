import { isUtf8 } from 'node:buffer'
import { decodeWords } from 'postal-mime'
import { joinContinued, type ParameterPiece } from './continued-parameter.ts'

/** One header field, unfolded. */
export interface Header {
  /** Lower case. */
  key: string
  value: string
}

/** The header fields at the start of a byte range, and where the body begins. */
export function readHeaders(bytes: Buffer, start: number, end: number): { headers: Header[]; bodyStart: number } {
  const bodyStart = findBodyStart(bytes, start, end)
  const fields = splitFields(bytes.toString('latin1', start, bodyStart))
  return { headers: fields.flatMap((field) => toHeader(field) ?? []), bodyStart }
}

/** One header field as it was written. */
export interface Field {
  /** Lower case; empty if what precedes the colon isn't a name. */
  key: string
  /** Its lines, without line ends. */
  lines: string[]
}

/**
 * Splits a header block into its fields. Reading a message and checking what its signature covers both use this:
 * otherwise one of them would see a header that the other doesn't. A name is a token (RFC 5322, 3.6.8), directly before
 * the colon or, in the obsolete syntax of its section 4.5.8, before blanks.
 */
export function splitFields(block: string): Field[] {
  const fields: Field[] = []
  for (const line of block.split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (text === '') continue
    if (/^[ \t]/.test(text) && fields.length > 0) fields.at(-1)?.lines.push(text)
    else fields.push({ key: (fieldName.exec(text)?.[1] ?? '').toLowerCase(), lines: [text] })
  }
  return fields
}

const fieldName = /^([\w!#$%&'*+.^`|~-]{1,200})[ \t]{0,200}:/

/** Returns the first line whose name programs could read differently; undefined if there is none. */
export function findOddLine(block: string): string | undefined {
  const [first, ...rest] = splitFields(block)
  // A first line "From ecf@… Mon Aug 1 20:02" separates messages in a file, and is no header to any program.
  const isSeparator = first?.key === '' && first.lines.length === 1 && first.lines[0]?.startsWith('From ')
  const fields = first && !isSeparator ? [first, ...rest] : rest
  return fields.find(({ key, lines: [line = ''] }) => key === '' || line[key.length] !== ':')?.lines[0]
}

/** A header such as Content-Type: its value, in lower case, and its parameters by lower-case name. */
export interface Structured {
  value: string
  parameters: ReadonlyMap<string, string>
  /** Names of parameters that it has with more than one value, of which programs choose different ones. */
  disputed: ReadonlySet<string>
}

/** Parses `text/html; charset="utf-8"`, with RFC 2231's encoded and continued parameters. */
export function readStructured(text: string): Structured {
  const [first = '', ...rest] = splitParameters(text.slice(0, longestStructured))
  const plain = new Map<string, string>()
  const pieces = new Map<string, ParameterPiece[]>()
  const disputed = new Set<string>()
  for (const part of rest.slice(0, mostParameters)) {
    const equals = part.indexOf('=')
    if (equals < 0) continue
    const name = part.slice(0, equals).trim().toLowerCase()
    const value = unquote(part.slice(equals + 1).trim())
    const continued = /^([^*]{1,60})\*(?:(\d{1,3})\*?)?$/.exec(name)
    if (!continued?.[1]) {
      const known = plain.get(name)
      if (known === undefined) plain.set(name, decodeWords(value))
      else if (!isSame(name, known, decodeWords(value))) disputed.add(name)
      continue
    }
    const known = pieces.get(continued[1]) ?? []
    known.push({ index: Number(continued[2] ?? 0), text: value, isEncoded: name.endsWith('*') })
    pieces.set(continued[1], known)
  }
  for (const [name, known] of pieces) {
    const value = joinContinued(known)
    if (!isSame(name, plain.get(name) ?? value, value)) disputed.add(name)
    plain.set(name, value)
  }
  return { value: first.trim().toLowerCase(), parameters: plain, disputed }
}

/** Only in boundaries does case matter (RFC 2045, 5.1). */
function isSame(name: string, one: string, other: string): boolean {
  return one === other || (name !== 'boundary' && one.toLowerCase() === other.toLowerCase())
}

const longestStructured = 8_000
/** With continued ones: a file name of several thousand characters has no more. */
const mostParameters = 200

/** The position after the empty line that ends the header fields. */
export function findBodyStart(bytes: Buffer, start: number, end: number): number {
  for (let at = start; at < end; ) {
    const feed = bytes.indexOf(0x0a, at)
    if (feed < 0 || feed >= end) return end
    if (feed === at || (feed === at + 1 && bytes[at] === 0x0d)) return feed + 1
    at = feed + 1
  }
  return end
}

/** Each header by itself, because a server on the way may have added one in an old charset. */
function decoded(line: string): string {
  if (!/[\x80-\xff]/.test(line)) return line
  const bytes = Buffer.from(line, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : line
}

function toHeader({ key, lines }: Field): Header | undefined {
  if (key === '') return undefined
  const line = decoded(lines.join(''))
  return {
    key,
    value: line
      .slice(line.indexOf(':') + 1)
      .replace(/\r/g, ' ')
      .trim(),
  }
}

/** Splits at semicolons outside of quotes. */
function splitParameters(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && isQuoted) at++
    else if (character === '"') isQuoted = !isQuoted
    else if (character === ';' && !isQuoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function unquote(text: string): string {
  const quoted = /^"((?:[^"\\]|\\[\s\S])*)"?/.exec(text)
  return quoted?.[1] === undefined ? text : quoted[1].replace(/\\([\s\S])/g, '$1')
}
