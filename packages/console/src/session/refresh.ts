import { ApiFailure, failureOf } from './api-failure.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { getSession, rereadSession, type Session, setSession, type Tokens } from './session-store.ts'
import { timedFetch } from './timed-fetch.ts'

/** A token is renewed when it has less than this left (specification, section 9). */
const refreshWindowMs = 10 * 60_000

/** A token that is valid for this long is still valid when the call arrives. */
const hurriedMs = 30_000

export interface TokenAnswer {
  access_token: string
  refresh_token: string
  /** Seconds. */
  expires_in: number
}

/** Returns the tokens of a response. One with a shorter life than the window is renewed at half its life. */
export function tokensFrom(answer: TokenAnswer, now = Date.now()): Tokens {
  const lifeMs = answer.expires_in * 1000
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: now + lifeMs,
    refreshAt: now + lifeMs - Math.min(refreshWindowMs, lifeMs / 2),
  }
}

/** The largest number JSON can represent exactly. */
const never = Number.MAX_SAFE_INTEGER

let pending: Promise<string | undefined> | undefined

/**
 * Returns the access token for calls, renewed first if it expires soon. However many calls need it at once, in however
 * many tabs, it is renewed once: each refresh token works once. A hurried call, which may be the last before the page is
 * left, waits for no renewal while the token is valid. Undefined if no one is signed in. Throws `ApiFailure` when the
 * session can't be renewed and the token has expired.
 */
export async function freshToken({ isHurried }: { isHurried?: boolean } = {}): Promise<string | undefined> {
  const session = getSession()
  if (!session || !isDue(session)) return session?.accessToken
  if (isHurried && session.expiresAt > Date.now() + hurriedMs) return session.accessToken
  pending ??= oneAtATime('refresh', refreshOnce).finally(() => {
    pending = undefined
  })
  return pending
}

async function refreshOnce(): Promise<string | undefined> {
  const session = rereadSession()
  if (!session || !isDue(session)) return session?.accessToken
  try {
    const tokens = await exchange(session.refreshToken)
    // Logged out while the response was on its way, possibly with someone else logged in: the new tokens are discarded.
    const current = getSession()
    if (current && isSame(current, session)) setSession({ ...current, ...tokens })
    return tokens.accessToken
  } catch (failure) {
    if (session.expiresAt <= Date.now()) throw failure
    const isRefused = failure instanceof ApiFailure && (failure.status === 400 || failure.status === 401)
    // A reload may have cut off the response with the next token. This one is valid until it expires, and another
    // request with a used one would look like theft.
    const current = getSession()
    if (isRefused && current && isSame(current, session)) setSession({ ...current, refreshAt: never })
    return session.accessToken
  }
}

/** Exchanges a refresh token, which works once. Throws `ApiFailure`. */
export async function exchange(refreshToken: string): Promise<Tokens> {
  const response = await timedFetch('/api/v1/oauth/access_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken, grant_type: 'refresh_token' }),
  })
  if (!response.ok) throw await failureOf(response)
  return tokensFrom((await response.json()) as TokenAnswer)
}

function isSame(one: Session, other: Session): boolean {
  return one.refreshToken === other.refreshToken
}

function isDue(session: Session): boolean {
  return session.refreshAt <= Date.now()
}
