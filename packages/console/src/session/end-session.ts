import { errorCatalogue } from '@courtcrier/contract/errors.ts'
import { notify } from '../ui/notices.ts'
import { getSession, setSession } from './session-store.ts'

/** Ends a session that the server no longer accepts, and says so. The guard then leads to the log-in page. */
export function expireSession(): void {
  if (!getSession()) return
  isExpired = true
  notify({ color: 'warning', text: errorCatalogue.session_expired.sentence })
  setSession(undefined)
}

let isExpired = false

/** Whether the last session ended by itself: who comes back finds what was typed again, who logged out does not. */
export function hasExpired(): boolean {
  return isExpired && !getSession()
}

/** A new session begins. */
export function forgetExpiry(): void {
  isExpired = false
}
