import type { Role } from '@courtcrier/contract/access.ts'
import type { KeyScopes } from '@courtcrier/contract/api-keys.ts'
import type { SessionUser } from './session-user.ts'

/** The API key a program uses. */
export interface UsedKey {
  id: string
  name: string
  scopes: KeyScopes
}

/** Who sent a request: a user who may sign in, or a program with a key of a user, with the rights they have now. */
export interface Caller {
  firmId: number
  userId: string
  role: Role
  user: SessionUser
  /** The timekeeper whose ethical walls apply; undefined for a user who isn't one. */
  timekeeperId: string | undefined
  /** The session family: all tokens from one login. For a program, the ID of its key. */
  sessionId: string
  expiresAt: Date
  /** Whether their role's time to add a second factor is over. */
  lacksFactor?: boolean
  /** The role the caller is viewing as; `role` is then what both may see, and nothing can be written. */
  viewedRoleId?: string
  /** Set for a program; `role` is then what both the key and its owner may do. */
  key?: UsedKey & {
    /** By which the key is found again. */
    hash: string
    /** The address it was sent from. */
    address: string
  }
}
