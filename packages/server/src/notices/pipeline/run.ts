import type { Turns } from '@courtcrier/lib/turns.ts'
import { isDatabaseAway } from '../../base/db/away.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import { sharedWork } from '../../base/db/shared-work.ts'
import type { Services } from '../../base/services.ts'
import { StaleWorkError } from '../commit.ts'
import { releaseAfterCommit } from '../release-held.ts'
import { recordReturned } from '../returned.ts'
import { endingOf } from '../settle.ts'
import { type DoneStage, endWithIgnore, endWithRetry, endWithReview, endWithWait, writeDone } from './endings.ts'
import type { Exclusive } from './exclusive.ts'
import { loadWork } from './load-work.ts'
import { pipeline } from './pipeline.ts'
import { recordMatch } from './records/match.ts'
import { recordResult, recordReview } from './records.ts'
import { endWithSplit } from './split.ts'
import type { Outcome, ResultName, Stage, StageDeps, Work } from './stage.ts'
import { whyHeld, withWarning } from './trust-gate.ts'

export interface PipelineDeps {
  services: Services
  stageDeps: (read: StageDeps['read']) => StageDeps
  exclusive: Exclusive
  /** The turns of the servers that stages ask. */
  turns: Turns
  /** Called once a stage's result is committed: only then may retrieval delete its journal entries. */
  onCommitted: (stage: ResultName, result: unknown) => void
}

/**
 * Runs one item from the first stage without an outcome to the end. The outcome of a stage that uses the network is
 * committed at once, together with the following stages that don't; a crash resumes after the last commit. An item that
 * was moved meanwhile is left alone.
 */
export async function runItem(deps: PipelineDeps, job: ClaimedJob): Promise<void> {
  const loaded = await loadWork(deps.services, job.data.firmId, job.data.id)
  let work = loaded
  try {
    while (work) work = await runSection(deps, work, job.stepAside)
  } catch (error) {
    if (error instanceof StaleWorkError) return
    // An outage doesn't count as an attempt: the job is retried, and the item resumes after the last commit.
    if (isDatabaseAway(error)) throw error
    if (work) await retryAfter(deps, work, error)
  }
}

/** Logs an unexpected error once, with its cause; the item is retried later. */
async function retryAfter({ services }: PipelineDeps, work: Work, error: unknown): Promise<void> {
  const stage = nextStage(work)
  services.log.error(
    { err: error, firm: work.firmId, item: work.itemId, stage: stage?.name },
    'a stage failed unexpectedly',
  )
  if (!stage) return
  const sentence = `Something unexpected happened in the step "${stage.name}". The log has the details.`
  await withFirmAtWork(services.database, work.firmId, (trx) => endWithRetry(trx, { work, stage, sentence, services }))
}

/** Runs the next section in its turn. It takes it before any lock, for which others would wait in their slots. */
async function runSection(
  deps: PipelineDeps,
  work: Work,
  stepAside: ClaimedJob['stepAside'],
): Promise<Work | undefined> {
  const first = nextStage(work)
  if (!first) throw new Error(`item ${work.itemId} has all its outcomes and did not end`)
  const turn = await takeTurn(deps, first, work)
  if (turn && 'waitMs' in turn && (await first.server?.isNeeded(work, { read: readerOf(deps, work) }))) {
    const { services } = deps
    await postponed(services.database, keyOf(work), (trx) => endWithWait(trx, { work, ...turn, services }))
    return undefined
  }
  if (turn && 'end' in turn && stepAside) turn.onSlow(stepAside)
  const end = turn && 'end' in turn ? turn.end : () => undefined
  const onWaiting = () => {
    end()
    if (stepAside) setTimeout(stepAside, longMs).unref()
  }
  return runStages(deps, { work, first, onAsked: end, onWaiting }).finally(end)
}

/** In milliseconds: what waits longer for something else than a server keeps no slot. */
const longMs = 1000

const postponed = sharedWork()

/** Takes a stage's turn of the server that it asks; undefined if it asks none. */
export async function takeTurn({ turns }: PipelineDeps, stage: Stage<ResultName>, work: Work) {
  const server = leavesTransaction(stage, work) ? stage.server?.name(work) : undefined
  return server === undefined ? undefined : { server, ...(await turns.takeSoon(server, String(work.firmId))) }
}

interface Begun {
  work: Work
  first: Stage<ResultName>
  /** Called when the first stage has no more to ask: what follows isn't its server's time. */
  onAsked: () => void
  /** The same before its end, if it goes on to wait for something else. */
  onWaiting: () => void
}

/** Runs the next stage and those up to the next one that uses the network, and commits them in one transaction. */
async function runStages(deps: PipelineDeps, { work, first, onAsked, onWaiting }: Begun): Promise<Work | undefined> {
  const run = async (isHeld = () => true) => {
    const outcome = leavesTransaction(first, work)
      ? await runStage(deps, first, { work, read: readerOf(deps, work), onWaiting })
      : undefined
    onAsked()
    const position = { work, stage: first, outcome }
    const { database } = deps.services
    const { next, committed } = await getCommit(first.name)(database, keyOf(work), async (trx) => {
      const committed: CommittedSection['committed'] = []
      return { next: await commitSection({ deps, trx, committed }, position), committed }
    })
    // If the lock was lost, another process may be about to read the journal entries that this would delete.
    if (isHeld()) for (const [stage, result] of committed) deps.onCommitted(stage, result)
    const stored = committed.find(([stage]) => stage === 'store')?.[2]
    if (stored && work.firm.waitForDmsAttemptToNotify)
      await releaseAfterCommit(deps.services, { ...work, envelopeId: stored })
    return next
  }
  const key = first.exclusiveKey?.(work)
  return key === undefined ? run() : deps.exclusive(key, run)
}

/** One per first stage, because items committed from the same stage on write similar rows. */
const commitFrom = new Map(pipeline.map(({ name }) => [name, sharedWork()]))

function getCommit(stage: ResultName) {
  const commit = commitFrom.get(stage)
  if (!commit) throw new Error(`${stage} is no stage of the pipeline`)
  return commit
}

interface CommittedSection {
  next: Work | undefined
  /** Results that count once the transaction is committed, with the filing's ID. */
  committed: [ResultName, unknown, string | undefined][]
}

interface Section {
  deps: PipelineDeps
  trx: Trx
  committed: CommittedSection['committed']
}

interface Position {
  work: Work
  stage: Stage<ResultName>
  /** The stage's outcome, if it ran before the transaction. */
  outcome?: Outcome | undefined
}

/** Returns the work as of the next stage that uses the network; undefined if the item is waiting or has ended. */
async function commitSection(section: Section, start: Position): Promise<Work | undefined> {
  const { deps, trx } = section
  const { jobs, secrets } = deps.services
  const done: DoneStage[] = []
  let { work, stage, outcome } = start
  for (;;) {
    outcome ??= await runStage(deps, stage, { work, read: (read) => read(trx) })
    if (outcome.kind !== 'done') break
    const recorded = await recordResult(trx, { work, stage: stage.name, result: outcome.result, jobs, secrets })
    section.committed.push([stage.name, outcome.result, recorded.envelopeId ?? work.envelopeId])
    done.push({
      stage: stage.name,
      sentence: [recorded.sentence ?? outcome.sentence, recorded.note].filter(Boolean).join(' '),
      result: outcome.result,
      columns: recorded.columns ?? {},
    })
    work = {
      ...work,
      envelopeId: recorded.envelopeId ?? work.envelopeId,
      documents: recorded.documents ?? work.documents,
      results: { ...work.results, [stage.name]: outcome.result },
    }
    const next = nextStage(work)
    if (!next || leavesTransaction(next, work)) {
      const ending = next ? undefined : await endingOf(trx, { ...work, gap: work.results.retrieve?.gap ?? '' })
      await writeDone(trx, { work, done, nextStage: next?.name ?? null, ...(ending ? { ending } : {}) })
      // The transaction's knowledge of the documents doesn't outlive it.
      return next && { ...work, documents: undefined }
    }
    stage = next
    outcome = undefined
  }
  if (done.length > 0) await writeDone(trx, { work, done, nextStage: stage.name })
  await rest(section, { work, stage, outcome })
  return undefined
}

async function rest({ deps, trx }: Section, { work, stage, outcome }: Required<Position>): Promise<void> {
  const { jobs, secrets } = deps.services
  if (outcome?.kind === 'retry')
    await endWithRetry(trx, { work, stage, sentence: outcome.sentence, services: deps.services })
  if (outcome?.kind === 'review') {
    const columns = await recordReview(trx, { work, stage: stage.name, review: outcome.result })
    await endWithReview(trx, { work, stage, sentence: outcome.sentence, result: outcome.result, columns, jobs })
  }
  if (outcome?.kind === 'split') await endWithSplit(trx, { work, stage, ...outcome, jobs })
  if (outcome?.kind !== 'ignore') return
  if (outcome.returned) await recordReturned(trx, work.firmId, outcome.returned)
  const { caseIds = [], otherCaseIds = [] } = outcome
  const ofCases = caseIds.length > 0 ? await recordMatch(trx, { work, result: { caseIds }, jobs, secrets }) : {}
  const columns = { ...ofCases.columns, ...(otherCaseIds.length > 0 && { other_case_ids: otherCaseIds }) }
  await endWithIgnore(trx, { work, stage, sentence: outcome.sentence, by: outcome.by, columns, jobs })
}

function nextStage(work: Work): Stage<ResultName> | undefined {
  return pipeline.find((stage) => work.results[stage.name] === undefined)
}

/** The only place that runs a stage, and therefore the place that stops an unverified sender. */
export async function runStage(
  deps: PipelineDeps,
  stage: Stage<ResultName>,
  { work, read, onWaiting }: { work: Work } & Pick<StageDeps, 'read' | 'onWaiting'>,
): Promise<Outcome> {
  const held = whyHeld(work, stage.name)
  if (held) return { kind: 'review', sentence: held }
  const end = deps.services.metrics.stageSeconds.startTimer({ stage: stage.name })
  const outcome = await stage.run(work, { ...deps.stageDeps(read), ...(onWaiting && { onWaiting }) })
  end({ outcome: outcome.kind })
  return withWarning(work, stage.name, outcome)
}

/** Whether a stage must run before the transaction that commits it. One on hold needn't: it makes no requests. */
function leavesTransaction(stage: Stage<ResultName>, work: Work): boolean {
  return stage.waitsOutside === true && !whyHeld(work, stage.name)
}

const readShared = sharedWork()

/** Reads for a stage in transactions that are shared with other items'. */
export function readerOf({ services }: PipelineDeps, work: Work): StageDeps['read'] {
  return (run) => readShared(services.database, keyOf(work), run)
}

function keyOf({ firmId, itemId }: Work): { firmId: number; id: string } {
  return { firmId, id: itemId }
}
