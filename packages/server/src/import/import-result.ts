import type { RowError } from './row-error.ts'

export const importModes = ['dry_run', 'commit'] as const
export type ImportMode = (typeof importModes)[number]

/** What became of a file, or what would. */
export interface ImportCounts {
  rows: number
  new: number
  changed: number
  unchanged: number
  deleted: number
  error: number
}

export interface ImportResult {
  /** Under which it is kept. */
  id: string
  mode: ImportMode
  status: ImportStatus
  counts: ImportCounts
  /** The first thousand. */
  errors: readonly RowError[]
  /** Why nothing was written; absent when something was, or would be. */
  reason?: string
  /** The file of rows that were not taken, in the blob store. */
  rejectedFile?: string
  /** By what a commit that changed something can be taken back. */
  undoId?: string
}

/** How an import ended; `checked` is the dry run of one that would be done. */
export type ImportStatus = 'checked' | 'committed' | 'committed_with_warnings' | 'stopped'
