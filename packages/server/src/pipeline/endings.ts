import type { Trx } from '../base/db/database.ts'
import type { Services } from '../base/services.ts'
import { backOff, maxAttempts } from './back-off.ts'
import { type ColumnValues, commitStep } from './commit.ts'
import type { Ending } from './settle.ts'
import type { ResultName, Work } from './stage.ts'

/** A stage that is done, with what it means for the item. */
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

/** Writes down the stages that are done and which is next, or how the item ends. */
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

/** Later again after a back-off; after ten tries a person is asked. */
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
    lines: [{ stage: stage.name, outcome: 'retry', sentence }],
    columns: { status: 'Retry', reason: sentence, attempts, retry_at: at.toISOString() },
  })
  await services.jobs.enqueue(trx, 'notice', [{ firmId: work.firmId, id: work.itemId }], { afterMs })
}

async function fail(trx: Trx, { work, stage, sentence, attempts }: Rest & { attempts: number }): Promise<void> {
  await commitStep(trx, {
    ...keyOf(work),
    expected: ['Started'],
    lines: [{ stage: stage.name, outcome: 'failed', sentence: `${sentence} Given up after ${maxAttempts} tries.` }],
    columns: {
      status: 'Failed',
      reason: sentence,
      attempts,
      action_required: 'USER',
      finished_at: new Date().toISOString(),
    },
  })
}

/** A person decides; what little was understood of an unclear message still helps to find it in the list. */
export async function endWithReview(
  trx: Trx,
  { work, stage, sentence, result }: Rest & { result: object | undefined },
): Promise<void> {
  await commitStep(trx, {
    ...keyOf(work),
    expected: ['Started'],
    lines: [{ stage: stage.name, outcome: 'review', sentence }],
    columns: {
      status: 'Action Required',
      action_required: 'USER',
      reason: sentence,
      next_stage: stage.name,
      ...understoodColumns(result),
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

/** Nothing is to be done with the message, by the firm's own rules. */
export async function endWithIgnore(trx: Trx, { work, stage, sentence }: Rest): Promise<void> {
  await commitStep(trx, {
    ...keyOf(work),
    expected: ['Started'],
    lines: [{ stage: stage.name, outcome: 'ignore', sentence }],
    columns: {
      status: 'Succeeded',
      disposition: 'IGNORED',
      reason: sentence,
      finished_at: new Date().toISOString(),
      action_required: 'NONE',
    },
  })
}

function keyOf({ firmId, itemId }: Work): { firmId: number; itemId: string } {
  return { firmId, itemId }
}
