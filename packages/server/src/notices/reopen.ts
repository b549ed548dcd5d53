import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { type ColumnValues, commitStep } from './commit.ts'
import type { ActionTarget } from './item-state.ts'
import { pipeline } from './pipeline/pipeline.ts'
import type { ResultName } from './pipeline/stage.ts'
import { keepItem } from './undo/keep-item.ts'

interface Reopening {
  /** Without a user if Courtcrier itself does it. */
  target: Omit<ActionTarget, 'userId'> & { userId?: string }
  from: readonly ItemStatus[]
  sentence: string
  /** The stage to continue with; its results and later ones are discarded. */
  next: ResultName
  outcomes?: object
  columns?: ColumnValues
}

/** Sends an item through the pipeline again, starting with a stage. Unarchives it. */
export async function reopen(
  trx: Trx,
  jobs: JobQueue,
  { target, from, sentence, next, outcomes, columns }: Reopening,
): Promise<void> {
  const { firmId, itemId, userId } = target
  if (userId) await keepItem(trx, { ...target, userId })
  await commitStep(trx, {
    ...{ firmId, itemId },
    lines: [{ stage: userId ? 'person' : next, outcome: 'requeued', sentence, ...(userId ? { userId } : {}) }],
    expected: from,
    columns: {
      status: 'New',
      reason: null,
      action_required: 'NONE',
      attempts: 0,
      retry_at: null,
      finished_at: null,
      disposition: 'NO_DISPOSITION',
      hidden: false,
      next_stage: next,
      ...columns,
    },
    outcomes,
    forget: stagesFrom(next),
  })
  await jobs.enqueue(trx, 'notice', [{ firmId, id: itemId }])
}

/** A stage's result and those that depend on it, an approval too. Retrieved documents are not discarded. */
function stagesFrom(next: ResultName): readonly string[] {
  const names = pipeline.map(({ name }) => name)
  return [...names.slice(names.indexOf(next)), 'review', 'approval']
}
