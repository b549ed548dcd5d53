import type { Role } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { UsedKey } from '../caller.ts'
import type { Mapping } from './columns.ts'
import type { ImportMode } from './import-result.ts'
import type { ImportAttempt } from './import-run-row.ts'

/** What is imported, by whom and how. */
export interface ImportRequest {
  resource: Resource
  firmId: number
  role: Role
  /** Absent when a program imports. */
  userId?: string | undefined
  /** The timekeeper whose ethical walls apply, as in `SearchScope`. */
  timekeeperId: string | undefined
  /** The API key of a program that acts as the user. */
  key?: UsedKey | undefined
  mode: ImportMode
  mapping?: Mapping
  /** Whether to delete records missing from the file. */
  deletesMissing?: boolean
  /** The result's ID; a new one if absent. */
  id?: string
  /** The attempt at one that runs in the background: another process may have begun it again. */
  attempt?: ImportAttempt
  /** Watches the import; without it, it can't be canceled. */
  watch?: ImportWatch
}

export interface ImportWatch {
  /** Aborting it cancels the import: everything is rolled back, and the signal's reason thrown. */
  signal: AbortSignal
  /** Receives how many rows are done. */
  onRows: (done: number) => void
}
