import type { AnyRow } from '@courtcrier/contract/resource.ts'

/** What a signed-in console knows of its user. */
export interface SessionUser {
  id: string
  email: string
  fullName: string
  displayName: string | null
  securityRoleId: string
  timekeeperId: string | null
}

/** The user as the session calls answer it. */
export function sessionUserJson(user: SessionUser): AnyRow {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    display_name: user.displayName,
    security_role_id: user.securityRoleId,
    timekeeper_id: user.timekeeperId,
  }
}
