import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyKind } from '@courtcrier/contract/api-keys.ts'
import { hashToken } from '@courtcrier/lib/secret-token.ts'

const prefixes: Readonly<Record<KeyKind, string>> = {
  key: 'cck_',
  agent: 'cca_',
  import: 'cci_',
  provisioning: 'ccp_',
  agent_enrollment: 'cce_',
  enrolled_agent: 'ccd_',
}
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The length of 32 bytes in base 62. */
const bodyLength = 43
const sumLength = 6

/** A new key's secret, shown once; the hash by which it is found; and the hint by which people recognize it. */
export interface NewSecret {
  secret: string
  hash: string
  hint: string
}

/**
 * Creates a secret: a prefix that names what it is for, 32 random bytes, and a checksum. By prefix and checksum,
 * scanners of repositories and logs recognize one for certain.
 */
export function makeKeySecret(kind: KeyKind): NewSecret {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), bodyLength)
  const secret = withSum(`${prefixes[kind]}${body}`)
  return { secret, hash: hashToken(secret), hint: `${secret.slice(0, 8)}…${secret.slice(-4)}` }
}

/** Returns whether a token is meant to be a key; session tokens start differently. */
export function isKeySecret(token: string): boolean {
  return Object.values(prefixes).some((prefix) => token.startsWith(prefix))
}

/** Returns whether a key was copied as a whole: anything else is refused without a look into the database. */
export function isWholeSecret(token: string): boolean {
  return isFormerImportToken(token) || (token.length > sumLength && withSum(token.slice(0, -sumLength)) === token)
}

/** Import tokens that were made before there were keys have no checksum. */
function isFormerImportToken(token: string): boolean {
  return /^cci_[\w-]{43}$/.test(token)
}

function withSum(text: string): string {
  return `${text}${base62(BigInt(crc32(text)), sumLength)}`
}

function base62(value: bigint, length: number): string {
  let [left, text] = [value, '']
  while (text.length < length) {
    text = `${digits[Number(left % 62n)]}${text}`
    left /= 62n
  }
  return text
}
