import { notify } from '../ui/notices.ts'
import { ApiFailure } from './api-failure.ts'

/** Returns whether a failure was announced as it came: the session's end, a conflict, a fault of the server. */
export function isAnnounced(failure: unknown): boolean {
  return failure instanceof ApiFailure && [401, 409, 500].includes(failure.status)
}

/** Says why a call failed, where no form or page shows it. */
export function notifyFailure(failure: unknown): void {
  if (isAnnounced(failure)) return
  notify({ color: 'error', text: failure instanceof Error ? failure.message : String(failure) })
}
