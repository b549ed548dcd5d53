import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

/** What an access token says. Everything else is looked up, so that it can be taken back. */
export interface AccessClaims {
  firmId: number
  userId: string
  /** The session family: all tokens that came of one log-in. */
  sessionId: string
  expiresAt: Date
}

export interface AccessTokens {
  issue: (claims: Omit<AccessClaims, 'expiresAt'>) => Promise<string>
  /** The claims of a token that this installation issued and that has not expired. */
  read: (token: string) => Promise<AccessClaims | undefined>
}

/** Seconds that an access token is good for. */
export const accessTokenSeconds = 30 * 60

const issuer = 'courtcrier'

/** Makes and reads the access tokens: HS256 with a key of its own, derived from the installation's secret key. */
export function makeAccessTokens(secretKey: Uint8Array, now: () => Date): AccessTokens {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'courtcrier access token v1', 32))
  // A token comes with every request, and what was found genuine once stays it until it expires.
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
    // The list of algorithms is what keeps a token that says `alg: none` out (RFC 8725, section 3.1).
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer, currentDate })
    const { firm, session, sub, exp } = payload
    if (typeof firm !== 'number' || typeof session !== 'string' || !sub || exp === undefined) return undefined
    return { firmId: firm, userId: sub, sessionId: session, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    // Forged, expired or not a token at all: the caller is not signed in, whatever the reason.
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
