import type { Role } from '@courtcrier/contract/access.ts'
import type { SessionUser } from './session-user.ts'

/** Who sent a request: a user who may sign in, with the role as it is now. */
export interface Caller {
  firmId: number
  userId: string
  role: Role
  user: SessionUser
  /** Whom ethical walls hold; undefined for a user who is no timekeeper. */
  timekeeperId: string | undefined
  /** The session family: all tokens that came of one log-in. */
  sessionId: string
  expiresAt: Date
  /** The role as which the caller looks; `role` is then what both may, and nothing can be written. */
  viewedRoleId?: string
}
