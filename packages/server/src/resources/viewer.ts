import type { Role } from '@courtcrier/contract/access.ts'

/** Who asks for rows, or acts on them. */
export interface SearchScope {
  firmId: number
  role: Role
  /** Nobody when a program asks, for which every row is there. */
  userId: string | undefined
  /** Whom ethical walls hold: the timekeeper whom the user is, if they are one. */
  timekeeperId: string | undefined
}

/** A person who asks for rows. */
export type Viewer = SearchScope & { userId: string }
