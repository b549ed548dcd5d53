/** The fields of a posted form, as bytes: an email must not pass through text. */
export interface FormFields {
  /**
   * Undefined for a field that isn't there, is longer than `longest` bytes as it was sent, or is there twice, so that no
   * one can read another than was checked.
   */
  get: (name: string, longest?: number) => Buffer | undefined
}

/** Mailgun's forms have the headers of the message as fields. */
const mostFields = 1000
const longestName = 200
const longestPartHead = 4096
/** Lines of a field that begin like a delimiter and go on; boundaries are long and random, so none does by chance. */
const mostAlike = 100

/**
 * Reads a form posted by one of the two types that browsers have too. Undefined if it is neither, is broken, or has
 * more fields than any provider's.
 */
export function readForm(body: Buffer, contentType: string): FormFields | undefined {
  const [type = ''] = contentType.split(';', 1)
  const reader = readers[type.trim().toLowerCase()]
  const parts = reader?.split(body, contentType)
  if (!reader || !parts) return undefined
  return {
    get: (name, longest = Number.POSITIVE_INFINITY) => {
      const [first, ...others] = parts.filter(([each]) => each === name)
      return first && others.length === 0 && first[1].length <= longest ? reader.decode(first[1]) : undefined
    },
  }
}

/** The value as it was sent. */
type Part = readonly [name: string, value: Buffer]

interface FormReader {
  split: (body: Buffer, contentType: string) => readonly Part[] | undefined
  decode: (value: Buffer) => Buffer
}

const readers: Readonly<Record<string, FormReader>> = {
  'application/x-www-form-urlencoded': { split: splitUrlEncoded, decode: unescaped },
  'multipart/form-data': { split: splitMultipart, decode: (value) => value },
}

function splitUrlEncoded(body: Buffer): readonly Part[] | undefined {
  const parts: Part[] = []
  for (let at = 0; at < body.length; ) {
    const next = body.indexOf('&', at)
    const end = next < 0 ? body.length : next
    const field = body.subarray(at, end)
    const equals = field.indexOf('=')
    const name = equals < 0 ? field : field.subarray(0, equals)
    if (parts.length >= mostFields || name.length > longestName) return undefined
    parts.push([unescaped(name).toString('utf8'), field.subarray(name.length + 1)])
    at = end + 1
  }
  return parts
}

const percent = 0x25
const plus = 0x2b
const space = 0x20

function unescaped(value: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(value.length)
  let length = 0
  for (let at = 0; at < value.length; at++) {
    const byte = value[at] ?? 0
    const escaped = byte === percent && at + 2 < value.length ? hexPair(value, at + 1) : undefined
    if (escaped !== undefined) at += 2
    bytes[length++] = escaped ?? (byte === plus ? space : byte)
  }
  return bytes.subarray(0, length)
}

function hexPair(value: Buffer, at: number): number | undefined {
  const high = hexDigit(value[at])
  const low = hexDigit(value[at + 1])
  return high === undefined || low === undefined ? undefined : high * 16 + low
}

function hexDigit(byte = 0): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined
}

/** RFC 7578: parts between delimiters, each with a head that names it. */
function splitMultipart(body: Buffer, contentType: string): readonly Part[] | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(contentType.slice(0, 500)) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || !body.subarray(0, 2).equals(Buffer.from('--'))) return undefined
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const parts: Part[] = []
  // The first delimiter begins the body, without a line end before it.
  let at = delimiter.length - 2
  if (!body.subarray(0, at).equals(delimiter.subarray(2))) return undefined
  while (body.toString('latin1', at, at + 2) !== '--') {
    const headEnd = body.indexOf('\r\n\r\n', at)
    const end = headEnd < 0 ? -1 : findDelimiter(body, delimiter, headEnd + 2)
    if (end < 0 || headEnd - at > longestPartHead || parts.length >= mostFields) return undefined
    const name = nameIn(body.toString('latin1', at, headEnd))
    if (name === undefined) return undefined
    parts.push([name, body.subarray(headEnd + 4, Math.max(end, headEnd + 4))])
    at = end + delimiter.length
  }
  return parts
}

/** A line that goes on behind the boundary is content (RFC 2046, 5.1.1). Looking at millions of them takes seconds. */
function findDelimiter(body: Buffer, delimiter: Buffer, from: number): number {
  let at = body.indexOf(delimiter, from)
  for (let alike = 0; at >= 0 && alike <= mostAlike; alike++) {
    const rest = body.toString('latin1', at + delimiter.length, at + delimiter.length + 24)
    if (/^(?:--)?[ \t]{0,20}(?:\r\n|$)/.test(rest)) return at
    at = body.indexOf(delimiter, at + 1)
  }
  return -1
}

function nameIn(head: string): string | undefined {
  const line = head.split('\r\n').find((each) => /^content-disposition:/i.test(each))
  return line && /;\s*name="([^"]{1,200})"/i.exec(line)?.[1]
}
