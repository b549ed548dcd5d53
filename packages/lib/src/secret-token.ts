import { createHash, randomBytes } from 'node:crypto'

/** An unguessable token (32 random bytes), and the hash under which it is stored. */
export function makeSecretToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** Plain SHA-256 is enough: unlike a password, a random token can't be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
