import type { Role } from '@courtcrier/contract/access.ts'

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

export type Viewer = SearchScope & { userId: string }
