import { errorCatalogue } from '@courtcrier/contract/errors.ts'
import { notify } from '../ui/notices.ts'
import { getSession, setSession } from './session-store.ts'

/** Ends a session that the server no longer accepts, and says so. The guard then leads to the log-in page. */
export function expireSession(): void {
  if (!getSession()) return
  notify({ color: 'warning', text: errorCatalogue.session_expired.sentence })
  setSession(undefined)
}
