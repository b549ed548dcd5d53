import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { commitStep } from './commit.ts'
import type { ActionTarget } from './item-state.ts'
import { pipeline } from './pipeline.ts'
import type { ResultName } from './stage.ts'

interface Reopening {
  target: ActionTarget
  from: readonly ItemStatus[]
  sentence: string
  /** The stage it goes on with; its results and those after it are forgotten. */
  next: ResultName
  outcomes?: object
  columns?: Readonly<Record<string, string>>
}

/** Sends an item through the pipeline again, from a stage on. What was archived is in sight again. */
export async function reopen(
  trx: Trx,
  jobs: JobQueue,
  { target: { userId, ...key }, from, sentence, next, outcomes, columns }: Reopening,
): Promise<void> {
  await commitStep(trx, {
    ...key,
    lines: [{ stage: 'person', outcome: 'requeued', sentence, userId }],
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
  await jobs.enqueue(trx, 'notice', [{ firmId: key.firmId, id: key.itemId }])
}

/** Results that depend on a stage's, its own included; what was fetched stays. */
function stagesFrom(next: ResultName): readonly string[] {
  const names = pipeline.map(({ name }) => name)
  return [...names.slice(names.indexOf(next)), 'review']
}
