import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

/** The content of an access token. Everything else is looked up, so that it can be revoked. */
export interface AccessClaims {
  firmId: number
  userId: string
  /** The session family: all tokens issued for one login. */
  sessionId: string
  expiresAt: Date
}

export interface AccessTokens {
  issue: (claims: Omit<AccessClaims, 'expiresAt'>) => Promise<string>
  /** Returns the claims of a token issued by this installation and not expired; undefined for any other token. */
  read: (token: string) => Promise<AccessClaims | undefined>
}

/** The lifetime of an access token in seconds. */
export const accessTokenSeconds = 30 * 60

const issuer = 'courtcrier'

/** Creates and verifies access tokens: HS256 with a separate key derived from the installation's secret key. */
export function makeAccessTokens(secretKey: Uint8Array, now: () => Date): AccessTokens {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'courtcrier access token v1', 32))
  // Every request carries a token, and a verified one stays valid until it expires, so verified tokens are cached.
  const genuine = new Map<string, AccessClaims>()
  return {
    issue: ({ firmId, userId, sessionId }) => {
      const issuedAt = Math.floor(now().getTime() / 1000)
      return new SignJWT({ firm: firmId, session: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenSeconds)
        .sign(key)
    },
    read: async (token) => {
      const known = genuine.get(token)
      if (known) return known.expiresAt > now() ? known : undefined
      const claims = await readToken(token, key, now())
      if (claims) remember(genuine, token, claims)
      return claims
    },
  }
}

const mostRemembered = 1000

function remember(genuine: Map<string, AccessClaims>, token: string, claims: AccessClaims): void {
  const [oldest] = genuine.keys()
  if (oldest !== undefined && genuine.size >= mostRemembered) genuine.delete(oldest)
  genuine.set(token, claims)
}

async function readToken(token: string, key: Uint8Array, currentDate: Date): Promise<AccessClaims | undefined> {
  try {
    // The list of algorithms rejects a token that says `alg: none` (RFC 8725, section 3.1).
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer, currentDate })
    const { firm, session, sub, exp } = payload
    if (typeof firm !== 'number' || typeof session !== 'string' || !sub || exp === undefined) return undefined
    return { firmId: firm, userId: sub, sessionId: session, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    // Forged, expired or not a token: the caller isn't signed in, whatever the reason.
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
