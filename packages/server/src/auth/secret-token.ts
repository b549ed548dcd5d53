import { createHash, randomBytes } from 'node:crypto'

/** A token nobody can guess (32 random bytes), and the hash under which it is kept. */
export function makeSecretToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** Plain SHA-256 will do: unlike a password, the token has nothing to guess. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
