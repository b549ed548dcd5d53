import { errorCatalogue } from '@courtcrier/contract/errors.ts'
import { notify } from '../ui/notices.ts'
import { getSession, setSession } from './session-store.ts'

/** Ends a session the server no longer accepts, and announces it. The guard then redirects to the login page. */
export function expireSession(): void {
  if (!getSession()) return
  isExpired = true
  notify({ color: 'warning', text: errorCatalogue.session_expired.sentence })
  setSession(undefined)
}

let isExpired = false

/** Returns whether the last session expired: someone who returns finds their drafts, someone who logged out doesn't. */
export function hasExpired(): boolean {
  return isExpired && !getSession()
}

/** Marks the start of a new session. */
export function forgetExpiry(): void {
  isExpired = false
}
