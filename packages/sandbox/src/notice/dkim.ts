import { createHash, sign } from 'node:crypto'

/** One way to sign: what is covered, and which changes of white space it allows. */
export interface SigningWay {
  /** `relaxed` or `simple`, for the headers and for the body. */
  canonicalization: `${Canonicalization}/${Canonicalization}`
  /** Header names in their order. A name listed more often than there are such headers covers that there are no more. */
  headers: readonly string[]
}

type Canonicalization = 'relaxed' | 'simple'

export interface SigningInput {
  domain: string
  selector: string
  /** PEM. */
  privateKey: string
  at: Date
  /** SHA-256 if absent. */
  hash?: 'sha1' | 'sha256'
  /** Further tags in front of its own, as no honest signer writes them. */
  tags?: readonly string[]
  /** The name of a tag of its own that it leaves out. */
  leftOut?: 'c' | 'h'
}

/**
 * Puts a DKIM signature (RFC 6376, by RSA) before a message with CRLF line ends. mailauth signs too, but not for
 * headers that aren't there, as ACMS does.
 */
export function signWith(message: Buffer, { canonicalization, headers }: SigningWay, input: SigningInput): Buffer {
  const { hash = 'sha256', tags: more = [], leftOut } = input
  const [headerWay, bodyWay] = canonicalization.split('/') as [Canonicalization, Canonicalization]
  const text = message.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const bodyHash = createHash(hash)
    .update(canonicalBody(text.slice(end + 4), bodyWay), 'latin1')
    .digest('base64')
  const tags = [
    `v=1; a=rsa-${hash}`,
    ...more,
    ...(leftOut === 'c' ? [] : [`c=${canonicalization}`]),
    `d=${input.domain}`,
    `s=${input.selector}`,
    `t=${Math.floor(input.at.getTime() / 1000)}`,
    ...(leftOut === 'h' ? [] : [`h=${headers.join(':')}`]),
    `bh=${bodyHash}`,
    'b=',
  ]
  const unsigned = `DKIM-Signature: ${tags.join(';\r\n\t')}`
  const covered = coveredLines(text.slice(0, end), headers).map((line) => `${canonicalHeader(line, headerWay)}\r\n`)
  const hashed = Buffer.from(covered.join('') + canonicalHeader(unsigned, headerWay), 'latin1')
  const signature = sign(hash, hashed, input.privateKey).toString('base64')
  return Buffer.concat([Buffer.from(`${unsigned}${signature.replace(/.{70}(?=.)/g, '$&\r\n\t')}\r\n`), message])
}

/** Each name covers the lowest header of that name which isn't covered yet. */
function coveredLines(head: string, names: readonly string[]): string[] {
  const left = head.split(/\r\n(?![ \t])/)
  return names.flatMap((name) => {
    const at = left.findLastIndex((line) => line.slice(0, line.indexOf(':')).toLowerCase() === name.toLowerCase())
    return at < 0 ? [] : left.splice(at, 1)
  })
}

function canonicalHeader(line: string, way: Canonicalization): string {
  if (way === 'simple') return line
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim()
  return `${line.slice(0, colon).toLowerCase()}:${value}`
}

function canonicalBody(body: string, way: Canonicalization): string {
  const text = way === 'simple' ? body : body.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n')
  const trimmed = text.replace(/(?:\r\n)+$/, '')
  return trimmed === '' && way === 'relaxed' ? '' : `${trimmed}\r\n`
}
