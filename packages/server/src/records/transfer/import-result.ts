import type { importModes } from '@courtcrier/contract/calls/imports.ts'
import type { RowError } from './row-error.ts'

export type ImportMode = (typeof importModes)[number]

/** What happened to a file, or would happen. */
export interface ImportCounts {
  rows: number
  new: number
  changed: number
  unchanged: number
  deleted: number
  error: number
}

export interface ImportResult {
  /** The ID the result is saved under. */
  id: string
  mode: ImportMode
  status: ImportStatus
  counts: ImportCounts
  /** The first thousand. */
  errors: readonly RowError[]
  /** Why nothing was written; absent if something was, or would be. */
  reason?: string
  /** The file of refused rows, in the blob store. */
  rejectedFile?: string
  /** The ID to undo it by, if a commit changed anything. */
  undoId?: string
}

/** How an import ended; `checked` is the dry run of one that would succeed. */
export type ImportStatus = 'checked' | 'committed' | 'committed_with_warnings' | 'stopped'
