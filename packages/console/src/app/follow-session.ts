import { dropDrafts } from '../session/draft-names.ts'
import { forgetExpiry, hasExpired } from '../session/end-session.ts'
import { forgetPrivateFirm } from '../session/firm.ts'
import { dropRecent } from '../session/local-data.ts'
import { getSession, onSessionChange } from '../session/session-store.ts'

/** Runs the guard again when someone signs in or out, here or in another tab, and clears their data. */
export function followSession(router: { invalidate: () => Promise<void> }): void {
  let userId = getSession()?.user.id
  let role = getSession()?.role
  let due = getSession()?.factorDue
  onSessionChange(() => {
    const session = getSession()
    const isOther = session?.user.id !== userId
    if (!isOther && session?.role === role && session?.factorDue === due) return
    userId = session?.user.id
    role = session?.role
    due = session?.factorDue
    if (!session) forgetPrivateFirm()
    if (isOther) forgetDrafts(userId)
    void router.invalidate()
  })
}

/** Deletes unsaved drafts on logout, which must never be left to someone else. */
function forgetDrafts(userId: string | undefined): void {
  if (userId === undefined && hasExpired()) return
  if (userId !== undefined) forgetExpiry()
  dropDrafts({ except: userId })
  dropRecent({ except: userId })
}
