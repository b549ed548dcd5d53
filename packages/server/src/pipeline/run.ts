import { withFirm } from '../db/firm-transaction.ts'
import type { ClaimedJob } from '../db/jobs.ts'
import type { Services } from '../services.ts'
import { backOff, maxAttempts } from './back-off.ts'
import { commitStep, StaleWorkError } from './commit.ts'
import type { Exclusive } from './exclusive.ts'
import { loadWork } from './load-work.ts'
import { pipeline } from './pipeline.ts'
import { recordResult } from './records.ts'
import { endItem } from './settle.ts'
import type { Outcome, ResultName, Stage, StageDeps, Work } from './stage.ts'

export interface PipelineDeps {
  services: Services
  stageDeps: (firmId: number) => StageDeps
  exclusive: Exclusive
  /** Called once a stage's result is committed: retrieval forgets its journal then, and not before. */
  onCommitted: (stage: ResultName, result: unknown) => void
}

/**
 * Carries one item from the first stage without an outcome to the end. Every outcome is committed on its own,
 * so a crash resumes where the last commit stood. An item that was moved meanwhile is left alone.
 */
export async function runItem(deps: PipelineDeps, job: ClaimedJob): Promise<void> {
  const loaded = await loadWork(deps.services, job.data.firmId, job.data.id)
  if (!loaded) return
  try {
    let work: Work | undefined = loaded
    while (work) work = await runNext(deps, work, job)
  } catch (error) {
    if (!(error instanceof StaleWorkError)) throw error
  }
}

/** Runs the next stage and gives the work as it stands after it; undefined when the item rests or has ended. */
async function runNext(deps: PipelineDeps, work: Work, job: ClaimedJob): Promise<Work | undefined> {
  const stage = pipeline.find((entry) => work.results[entry.name] === undefined)
  if (!stage) throw new Error(`item ${work.itemId} has all its outcomes and did not end`)
  const key = stage.exclusiveKey?.(work)
  const run = () => runStage(deps, { work, stage, job })
  return key === undefined ? run() : deps.exclusive(key, run)
}

interface StageRun {
  work: Work
  stage: Stage<ResultName>
  job: ClaimedJob
}

async function runStage(deps: PipelineDeps, { work, stage, job }: StageRun): Promise<Work | undefined> {
  const end = deps.services.metrics.stageSeconds.startTimer({ stage: stage.name })
  const outcome = await outcomeOf(deps, stage, work)
  end({ outcome: outcome.kind })
  const { services } = deps
  const next = await withFirm(services.database, work.firmId, async (trx) => {
    if (outcome.kind === 'retry') await commitRetry(deps, trx, { work, stage, job, sentence: outcome.sentence })
    else if (outcome.kind === 'review') await commitReview(trx, { work, stage, outcome, job })
    else if (outcome.kind === 'ignore') await commitIgnore(trx, { work, stage, sentence: outcome.sentence, job })
    else return commitDone(deps, trx, { work, stage, outcome, job })
    return undefined
  })
  if (outcome.kind === 'done') deps.onCommitted(stage.name, outcome.result)
  return next
}

/** An unexpected error is logged once, with its cause, and the item is tried again. */
async function outcomeOf(deps: PipelineDeps, stage: Stage<ResultName>, work: Work): Promise<Outcome> {
  try {
    return await stage.run(work, deps.stageDeps(work.firmId))
  } catch (error) {
    deps.services.log.error(
      { err: error, firm: work.firmId, item: work.itemId, stage: stage.name },
      'a stage failed unexpectedly',
    )
    return {
      kind: 'retry',
      sentence: `Something unexpected happened in the step "${stage.name}". The log has the details.`,
    }
  }
}

type Trx = Parameters<Parameters<typeof withFirm>[2]>[0]

async function commitDone(
  deps: PipelineDeps,
  trx: Trx,
  { work, stage, outcome, job }: StageRun & { outcome: Outcome & { kind: 'done' } },
): Promise<Work | undefined> {
  const recorded = await recordResult(trx, {
    work,
    stage: stage.name,
    result: outcome.result,
    jobs: deps.services.jobs,
  })
  const result = recorded.result ?? outcome.result
  const isLast = pipeline.at(-1)?.name === stage.name
  await commitStep(trx, {
    firmId: work.firmId,
    itemId: work.itemId,
    stage: stage.name,
    outcome: 'done',
    sentence: recorded.sentence ?? outcome.sentence,
    expected: ['Started'],
    columns: { ...recorded.columns, next_stage: stageAfter(stage.name) },
    outcomes: { [stage.name]: { result } },
  })
  if (isLast) {
    await endItem(trx, { firmId: work.firmId, itemId: work.itemId, gap: work.results.retrieve?.gap ?? '' })
    await job.complete(trx)
    return undefined
  }
  return {
    ...work,
    envelopeId: recorded.envelopeId ?? work.envelopeId,
    results: { ...work.results, [stage.name]: result },
  }
}

function stageAfter(name: ResultName): string | null {
  return pipeline[pipeline.findIndex((stage) => stage.name === name) + 1]?.name ?? null
}

async function commitRetry(
  deps: PipelineDeps,
  trx: Trx,
  { work, stage, sentence, job }: StageRun & { sentence: string },
): Promise<void> {
  const attempt = work.attempts + 1
  const hasFailed = attempt >= maxAttempts
  const at = new Date(Date.now() + backOff(attempt, deps.services.config.retrySeconds * 1000))
  await commitStep(trx, {
    firmId: work.firmId,
    itemId: work.itemId,
    stage: stage.name,
    outcome: hasFailed ? 'failed' : 'retry',
    sentence: hasFailed ? `${sentence} Given up after ${maxAttempts} tries.` : sentence,
    expected: ['Started'],
    columns: hasFailed
      ? {
          status: 'Failed',
          reason: sentence,
          attempts: attempt,
          action_required: 'USER',
          finished_at: new Date().toISOString(),
        }
      : { status: 'Retry', reason: sentence, attempts: attempt, retry_at: at.toISOString() },
  })
  if (!hasFailed) await deps.services.jobs.enqueue(trx, 'notice', [job.data], { startAfter: at })
  await job.complete(trx)
}

async function commitReview(
  trx: Trx,
  { work, stage, outcome, job }: StageRun & { outcome: Outcome & { kind: 'review' } },
): Promise<void> {
  await commitStep(trx, {
    firmId: work.firmId,
    itemId: work.itemId,
    stage: stage.name,
    outcome: 'review',
    sentence: outcome.sentence,
    expected: ['Started'],
    columns: {
      status: 'Action Required',
      action_required: 'USER',
      reason: outcome.sentence,
      ...understoodColumns(outcome.result),
    },
    outcomes: { review: outcome.result ?? {} },
  })
  await job.complete(trx)
}

/** What little was understood of an unclear message still helps a person to find it in the list. */
function understoodColumns(result: object | undefined): Record<string, string | null> {
  const { understood } = (result ?? {}) as { understood?: { courtId?: { value: string }; event?: { value: string } } }
  if (!understood) return {}
  return {
    ...(understood.courtId ? { ecfx_jurisdiction_id: understood.courtId.value } : {}),
    ...(understood.event ? { event: understood.event.value.slice(0, 1000) } : {}),
  }
}

async function commitIgnore(trx: Trx, { work, stage, sentence, job }: StageRun & { sentence: string }): Promise<void> {
  await commitStep(trx, {
    firmId: work.firmId,
    itemId: work.itemId,
    stage: stage.name,
    outcome: 'ignore',
    sentence,
    expected: ['Started'],
    columns: {
      status: 'Succeeded',
      disposition: 'IGNORED',
      reason: sentence,
      finished_at: new Date().toISOString(),
      action_required: 'NONE',
    },
  })
  await job.complete(trx)
}
