import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob, JobData } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { StaleWorkError } from '../commit.ts'
import { askAgainMs, dueAfter } from './awaiting.ts'
import { readWork } from './load-work.ts'
import { resumeRetrieval } from './resume-retrieval.ts'
import { type PipelineDeps, readerOf, runStage, takeTurn } from './run.ts'
import type { RetrieveResult, Work } from './stage.ts'
import { retrieveStage } from './stages/retrieve.ts'

/**
 * Asks the court again for the documents that people were notified without, as long as their links may work. Once it
 * has answered, the notice is resumed: its retrieval reads the answer from the journal, and people are notified of the
 * documents. Nothing is recorded here, so a crash at any point only repeats the question.
 */
export async function askAgain(deps: PipelineDeps, { data }: ClaimedJob): Promise<void> {
  const { database, jobs } = deps.services
  const state = await withFirmAtWork(database, data.firmId, (trx) => readState(trx, data))
  if (!state || state.isPlanned) return
  const { isAnswered, waitMs } = state.status === 'Action Required' ? await ask(deps, data, state.awaited) : unasked
  await withFirmAtWork(database, data.firmId, async (trx) => {
    if (!isAnswered) return planNext(trx, { ...deps.services, afterMs: waitMs }, data)
    const sentence = 'The court has answered.'
    await resumeRetrieval(trx, jobs, { firmId: data.firmId, ids: [data.id], sentence })
  }).catch((error: unknown) => {
    // A person moved it meanwhile.
    if (!(error instanceof StaleWorkError)) throw error
  })
}

interface AskOutcome {
  isAnswered: boolean
  /** In milliseconds, until it may be its turn; absent if the court was asked. */
  waitMs?: number
}

const unasked: AskOutcome = { isAnswered: false }

interface State {
  status: string
  /** How many documents are awaited. */
  awaited: number
  /**
   * A later job asks: the notice was processed again since this one was planned. A clock that was set back since says
   * nothing.
   */
  isPlanned: boolean
}

/** Undefined once the notice has ended or isn't missing anything that may still come. */
async function readState(trx: Trx, { firmId, id }: JobData): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select i.status, count(*)::int as awaited,
      i.status = 'Action Required' and coalesce(i.retry_at > now() + interval '1 second', false)
        and i.updated_at <= now() as "isPlanned"
    from inbox_items i join documents d on d.firm_id = i.firm_id and d.envelope_id = i.envelope_id
    where i.firm_id = ${firmId} and i.id = ${id}::uuid and d.verdict = 'awaited'
      and i.status in ('New', 'Started', 'Retry', 'Action Required', 'Failed')
      -- No link works for longer, whatever keeps the notice from saying so.
      and i.received_at > now() - interval '30 days'
    group by i.id, i.status, i.retry_at, i.updated_at`.execute(trx)
  return rows[0]
}

async function planNext(
  trx: Trx,
  { jobs, config, afterMs = askAgainMs(config) }: Pick<Services, 'jobs' | 'config'> & { afterMs: number | undefined },
  data: JobData,
): Promise<void> {
  await jobs.enqueue(trx, 'awaited', [data], { afterMs })
  await sql`
    update inbox_items set retry_at = ${await dueAfter(trx, afterMs)}::timestamptz, updated_at = now()
    where firm_id = ${data.firmId} and id = ${data.id}::uuid and status = 'Action Required'`.execute(trx)
}

/** Asks for the documents in the turn of their court, and when no other notice of the filing does. */
async function ask(deps: PipelineDeps, { firmId, id }: JobData, awaited: number): Promise<AskOutcome> {
  const work = await readWork(deps.services, firmId, id)
  if (!work?.envelopeId) return unasked
  const turn = await takeTurn(deps, retrieveStage, work)
  if (turn && 'waitMs' in turn) return { isAnswered: false, waitMs: turn.waitMs }
  try {
    return { isAnswered: await deps.exclusive(work.envelopeId, () => isAnswered(deps, work, awaited)) }
  } finally {
    turn?.end()
  }
}

/** Whether a document was retrieved, of which a menu may have brought more, or there is a reason why not. */
async function isAnswered(deps: PipelineDeps, work: Work, awaited: number): Promise<boolean> {
  const outcome = await runStage(deps, retrieveStage, { work, read: readerOf(deps, work) })
  if (outcome.kind !== 'done') return false
  const { documents } = outcome.result as RetrieveResult
  const isAny = documents.some(({ fileId }) => fileId !== undefined)
  return isAny || documents.filter(({ verdict }) => verdict === 'awaited').length < awaited
}
