import type { Role } from '@courtcrier/contract/access.ts'
import type { SessionUser } from './session-user.ts'

/** Who sent a request: a user who may sign in, with their current role. */
export interface Caller {
  firmId: number
  userId: string
  role: Role
  user: SessionUser
  /** The timekeeper whose ethical walls apply; undefined for a user who isn't one. */
  timekeeperId: string | undefined
  /** The session family: all tokens from one login. */
  sessionId: string
  expiresAt: Date
  /** Whether their role's time to add a second factor is over. */
  lacksFactor?: boolean
  /** The role the caller is viewing as; `role` is then what both may see, and nothing can be written. */
  viewedRoleId?: string
}
