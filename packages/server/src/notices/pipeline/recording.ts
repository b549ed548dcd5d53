import type { JobQueue } from '../../base/db/jobs.ts'
import type { SecretBox } from '../../base/db/rows.ts'
import type { ColumnValues } from '../commit.ts'
import type { ResultName, Results, Work } from './stage.ts'

/** What recording a stage's result adds to the step that is committed with it. */
export interface Recorded {
  /** Columns of the item. */
  columns?: ColumnValues
  envelopeId?: string
  /** All documents of the filing. */
  documents?: Work['documents']
  /** Replaces the stage's sentence when only the database knows the outcome. */
  sentence?: string
  /** Follows the stage's sentence, if there is anything to add. */
  note?: string
}

export interface Recording<Name extends ResultName> {
  work: Work
  result: Results[Name]
  jobs: JobQueue
  secrets: SecretBox
}
