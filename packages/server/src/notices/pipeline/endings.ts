import type { Trx } from '../../base/db/database.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import type { Services } from '../../base/services.ts'
import { backOff, maxAttempts } from '../back-off.ts'
import { type ColumnValues, commitStep } from '../commit.ts'
import type { Ending } from '../settle.ts'
import { noLongerPlanned, stoppedForPerson, withdrawPlan } from '../withdraw-former.ts'
import type { CaughtBy } from './caught-by.ts'
import type { ResultName, Work } from './stage.ts'

/** A completed stage, with its effect on the item. */
export interface DoneStage {
  stage: ResultName
  sentence: string
  result: unknown
  columns: ColumnValues
}

interface Rest {
  work: Work
  stage: { name: ResultName }
  sentence: string
}

/** An end at which what waits is withdrawn. */
interface Ended {
  jobs: JobQueue
  columns?: ColumnValues
}

/** Records the completed stages, and the next stage or the item's ending. */
export async function writeDone(
  trx: Trx,
  {
    work,
    done,
    nextStage,
    ending,
  }: { work: Work; done: readonly DoneStage[]; nextStage: ResultName | null; ending?: Ending },
): Promise<void> {
  await commitStep(trx, {
    ...keyOf(work),
    expected: ['Started'],
    ...(done[0] ? { expectedStage: done[0].stage } : {}),
    lines: [
      ...done.map(({ stage, sentence }) => ({ stage, outcome: 'done', sentence })),
      ...(ending ? [ending.line] : []),
    ],
    columns: { ...Object.assign({}, ...done.map(({ columns }) => columns)), ...ending?.columns, next_stage: nextStage },
    outcomes: Object.fromEntries(done.map(({ stage, result }) => [stage, { result }])),
  })
}

/** Schedules a retry with back-off; after ten attempts the item fails and needs a person. */
export async function endWithRetry(
  trx: Trx,
  { work, stage, sentence, services }: Rest & { services: Services },
): Promise<void> {
  const attempts = work.attempts + 1
  if (attempts >= maxAttempts) return fail(trx, { work, stage, sentence, attempts })
  const afterMs = backOff(attempts, services.config.retrySeconds * 1000)
  const at = new Date(Date.now() + afterMs)
  await commitStep(trx, {
    ...keyOf(work),
    expected: ['Started'],
    expectedStage: stage.name,
    lines: [{ stage: stage.name, outcome: 'retry', sentence }],
    columns: { status: 'Retry', reason: sentence, attempts, retry_at: at.toISOString() },
  })
  await services.jobs.enqueue(trx, 'notice', [{ firmId: work.firmId, id: work.itemId }], { afterMs })
}

interface TurnWait {
  work: Work
  server: string
  waitMs: number
  isSlow: boolean
  services: Services
}

/** Leaves the item in the queue until it may be its turn, which counts as no attempt. Only a long wait is shown. */
export async function endWithWait(trx: Trx, { work, server, waitMs, isSlow, services }: TurnWait): Promise<void> {
  if (isSlow)
    await commitStep(trx, {
      ...keyOf(work),
      expected: ['Started'],
      lines: [],
      columns: {
        status: 'Retry',
        reason: `${server} takes long to answer, so its notices are retrieved one at a time. This one waits for its turn.`,
        retry_at: new Date(Date.now() + waitMs).toISOString(),
      },
    })
  await services.jobs.enqueue(trx, 'notice', [{ firmId: work.firmId, id: work.itemId }], { afterMs: waitMs })
}

async function fail(trx: Trx, { work, stage, sentence, attempts }: Rest & { attempts: number }): Promise<void> {
  await commitStep(trx, {
    ...keyOf(work),
    expected: ['Started'],
    expectedStage: stage.name,
    lines: [{ stage: stage.name, outcome: 'failed', sentence: `${sentence} Gave up after ${maxAttempts} attempts.` }],
    columns: {
      status: 'Failed',
      reason: sentence,
      attempts,
      action_required: 'USER',
      finished_at: new Date().toISOString(),
    },
  })
}

/**
 * Leaves the decision to a person. The parts of an unclear message that were understood help find it in the list. What
 * waits of the plan of an earlier processing is withdrawn: with what they decide it is planned again.
 */
export async function endWithReview(
  trx: Trx,
  { work, stage, sentence, result, columns, jobs }: Rest & Ended & { result: object | undefined },
): Promise<void> {
  const withdrawn = await withdrawPlan(trx, jobs, { ...work, why: stoppedForPerson })
  await commitStep(trx, {
    ...keyOf(work),
    expected: ['Started'],
    expectedStage: stage.name,
    lines: [{ stage: stage.name, outcome: 'review', sentence: joined(sentence, withdrawn) }],
    columns: {
      status: 'Action Required',
      action_required: 'USER',
      reason: sentence,
      next_stage: stage.name,
      ...understoodColumns(result),
      ...columns,
    },
    outcomes: { review: result ?? {} },
  })
}

function understoodColumns(result: object | undefined): ColumnValues {
  const { understood } = (result ?? {}) as { understood?: { courtId?: { value: string }; event?: { value: string } } }
  return {
    ...(understood?.courtId ? { ecfx_jurisdiction_id: understood.courtId.value } : {}),
    ...(understood?.event ? { event: understood.event.value.slice(0, 1000) } : {}),
  }
}

/** Ends an item that the firm's own rules ignore. What waits of the plan of an earlier processing is withdrawn. */
export async function endWithIgnore(
  trx: Trx,
  { work, stage, sentence, by = [], columns, jobs }: Rest & Ended & { by?: readonly CaughtBy[] | undefined },
): Promise<void> {
  const withdrawn = await withdrawPlan(trx, jobs, { ...work, why: noLongerPlanned })
  await commitStep(trx, {
    ...keyOf(work),
    expected: ['Started'],
    expectedStage: stage.name,
    lines: [{ stage: stage.name, outcome: 'ignore', sentence: joined(sentence, withdrawn) }],
    columns: {
      status: 'Succeeded',
      disposition: 'IGNORED',
      reason: sentence,
      finished_at: new Date().toISOString(),
      action_required: 'NONE',
      ...columns,
    },
    outcomes: { ignored: { by } },
  })
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(' ')
}

/** The item, as this pass has it: what another process has made of it while this one stood still isn't written over. */
function keyOf({ firmId, itemId, pass }: Work) {
  return { firmId, itemId, expectedPass: pass }
}
