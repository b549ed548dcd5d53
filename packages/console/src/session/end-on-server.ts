import { exchange } from './refresh.ts'
import type { Tokens } from './session-store.ts'
import { timedFetch } from './timed-fetch.ts'

/**
 * Ends a session on the server that this browser has forgotten or is about to forget, also if the page is left meanwhile.
 * If the server can't be reached, the session ends when its time is over.
 */
export async function endOnServer({ accessToken, refreshToken }: Tokens): Promise<void> {
  try {
    const { status } = await logOut(accessToken)
    // It has expired, for instance while the computer was asleep. The refresh token still opens the session.
    if (status === 401) await logOut((await exchange(refreshToken)).accessToken)
  } catch (cause) {
    console.warn('The server was not told of the log-out.', cause)
  }
}

function logOut(token: string): Promise<Response> {
  return timedFetch('/api/v1/auth/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  })
}
