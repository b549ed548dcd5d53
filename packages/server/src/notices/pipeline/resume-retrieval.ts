import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import { commitStep } from '../commit.ts'

interface Resuming {
  firmId: number
  ids: readonly string[]
  /** For their histories. */
  sentence: string
}

/**
 * Resumes notices that ended without a document, because it can be retrieved now. What a person decided about them, an
 * approval or the choice of a case, still counts. Throws `StaleWorkError` if one no longer waits.
 */
export async function resumeRetrieval(trx: Trx, jobs: JobQueue, { firmId, ids, sentence }: Resuming): Promise<void> {
  const { rows: chosen } = await sql<{ id: string }>`
    select id from item_progress where firm_id = ${firmId} and id = any(${[...ids]}::uuid[])
      and outcomes #>> '{match,result,chosenBy}' is not null`.execute(trx)
  for (const itemId of ids) {
    const isChosen = chosen.some(({ id }) => id === itemId)
    await commitStep(trx, {
      firmId,
      itemId,
      lines: [{ stage: 'retrieve', outcome: 'requeued', sentence }],
      expected: ['Action Required'],
      columns: { status: 'New', reason: null, action_required: 'NONE', next_stage: 'retrieve' },
      forget: ['retrieve', 'prepare', ...(isChosen ? [] : ['match']), 'address', 'deliver', 'store'],
    })
  }
  await jobs.enqueue(
    trx,
    'notice',
    ids.map((id) => ({ firmId, id })),
  )
}
