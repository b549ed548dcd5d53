import { ApiFailure, failureOf } from './api-failure.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { getSession, rereadSession, type Session, setSession, type Tokens } from './session-store.ts'
import { timedFetch } from './timed-fetch.ts'

/** A token is replaced when it has less than this left (specification, section 9). */
const refreshWindowMs = 10 * 60_000

export interface TokenAnswer {
  access_token: string
  refresh_token: string
  /** Seconds. */
  expires_in: number
}

/** The tokens of an answer. One that lives shorter than the window is replaced at half its life. */
export function tokensFrom(answer: TokenAnswer, now = Date.now()): Tokens {
  const lifeMs = answer.expires_in * 1000
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: now + lifeMs,
    refreshAt: now + lifeMs - Math.min(refreshWindowMs, lifeMs / 2),
  }
}

let pending: Promise<string | undefined> | undefined

/**
 * The access token to call with, replaced first when it soon expires. However many calls ask at once, in
 * however many tabs, one refresh is made: every refresh token works once. Undefined when nobody is signed in.
 * Throws `ApiFailure` when the session cannot be prolonged and the token is no longer good.
 */
export async function freshToken(): Promise<string | undefined> {
  const session = getSession()
  if (!session || !isDue(session)) return session?.accessToken
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
    // Signed out while the answer was on its way: the new tokens are not wanted.
    const current = getSession()
    if (current) setSession({ ...current, ...tokens })
    return tokens.accessToken
  } catch (failure) {
    const isRefused = failure instanceof ApiFailure && (failure.status === 400 || failure.status === 401)
    if (!isRefused && session.expiresAt > Date.now()) return session.accessToken
    throw failure
  }
}

async function exchange(refreshToken: string): Promise<Tokens> {
  const response = await timedFetch('/api/v1/oauth/access_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    body: JSON.stringify({ refresh_token: refreshToken, grant_type: 'refresh_token' }),
  })
  if (!response.ok) throw await failureOf(response)
  return tokensFrom((await response.json()) as TokenAnswer)
}

function isDue(session: Session): boolean {
  return session.refreshAt <= Date.now()
}
