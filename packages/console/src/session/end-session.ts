import { errorCatalogue } from '@courtcrier/contract/errors.ts'
import { notify } from '../ui/notices.ts'
import { endOnServer } from './end-on-server.ts'
import { getSession, setSession } from './session-store.ts'

/** Ends a session the server no longer accepts, and announces it. The guard then redirects to the login page. */
export function expireSession(): void {
  if (!getSession()) return
  notify({ color: 'warning', text: errorCatalogue.session_expired.sentence })
  dropSession()
}

/** Ends the session of someone who logs in again at once, here and on the server, and keeps their drafts for them. */
export function leaveToReturn(): void {
  const session = getSession()
  dropSession()
  if (session) void endOnServer(session)
}

function dropSession(): void {
  isExpired = true
  setSession(undefined)
}

let isExpired = false

/** Returns whether the last session ended without a logout: someone who returns then finds their drafts. */
export function hasExpired(): boolean {
  return isExpired && !getSession()
}

/** Marks the start of a new session. */
export function forgetExpiry(): void {
  isExpired = false
}
