import type { RefusedRow } from './import-batch.ts'
import type { ImportCounts } from './import-result.ts'
import type { RejectedRows } from './rejected-rows.ts'
import type { RowError } from './row-error.ts'

/** The results of the rows so far. */
export interface Tally {
  counts: ImportCounts
  /** The first thousand. */
  errors: RowError[]
  count: (part: Partial<ImportCounts>) => void
  refuse: (refused: readonly RefusedRow[]) => Promise<void>
  /** An error about a record that is in no row. */
  fail: (error: RowError) => void
}

const mostErrors = 1000

export function makeTally(rejected: RejectedRows): Tally {
  const counts: ImportCounts = { rows: 0, new: 0, changed: 0, unchanged: 0, deleted: 0, error: 0 }
  const errors: RowError[] = []
  const count = (part: Partial<ImportCounts>) => {
    for (const [name, n] of Object.entries(part)) counts[name as keyof ImportCounts] += n
  }
  const refuse = async (refused: readonly RefusedRow[]) => {
    count({ error: refused.length })
    for (const { row, errors: own } of refused.toSorted((a, b) => a.row.number - b.row.number)) {
      errors.push(...own.slice(0, mostErrors - errors.length))
      await rejected.add(row.cells, own)
    }
  }
  const fail = (error: RowError) => {
    count({ error: 1 })
    if (errors.length < mostErrors) errors.push(error)
  }
  return { counts, errors, count, refuse, fail }
}
