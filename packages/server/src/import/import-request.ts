import type { Role } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { Mapping } from './columns.ts'
import type { ImportMode } from './import-result.ts'

/** What is imported, by whom and how. */
export interface ImportRequest {
  resource: Resource
  firmId: number
  role: Role
  /** Nobody when a program imports. */
  userId?: string | undefined
  /** Whom ethical walls hold, as in `SearchScope`. */
  timekeeperId: string | undefined
  mode: ImportMode
  mapping?: Mapping
  /** Whether records that are not in the file are to be deleted. */
  deletesMissing?: boolean
  /** Under which the result is kept; a new one when absent. */
  id?: string
  /** Who watches; without one it cannot be called off. */
  watch?: ImportWatch
}

/** Whoever waits for an import. */
export interface ImportWatch {
  /** Called off when it is aborted: everything is taken back, and its reason thrown. */
  signal: AbortSignal
  /** Told how many rows are done. */
  onRows: (done: number) => void
}
