import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import type { readMe } from '@courtcrier/contract/calls/session.ts'

/** What a signed-in console knows about its user. */
export interface SessionUser {
  id: string
  email: string
  fullName: string
  displayName: string | null
  securityRoleId: string
  timekeeperId: string | null
}

/** The user as the session calls return it. */
export function sessionUserJson(user: SessionUser): AnswerOf<typeof readMe> {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    display_name: user.displayName,
    security_role_id: user.securityRoleId,
    timekeeper_id: user.timekeeperId,
  }
}
