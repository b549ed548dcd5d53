import type { Role } from '@courtcrier/contract/access.ts'
import { administratorRole } from '@courtcrier/contract/resources/system-roles.ts'

/** Who reads rows or acts on them. */
export interface SearchScope {
  firmId: number
  role: Role
  /** Absent for a program, which sees every row. */
  userId: string | undefined
  /** The timekeeper this user is, if any, whose ethical walls apply. */
  timekeeperId: string | undefined
  /**
   * Checks walls by stamps only, which an index can answer: the statement ends with `wallIsBeingApplied` while that
   * isn't enough, and is then run again without this.
   */
  asksStampsOnly?: true
}

/** Courtcrier itself, which sees and may do everything in a firm. */
export function programScope(firmId: number): SearchScope {
  return { firmId, role: administratorRole, userId: undefined, timekeeperId: undefined }
}

export type Viewer = SearchScope & { userId: string }
