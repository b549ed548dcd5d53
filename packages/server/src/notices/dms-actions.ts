import { ApiError } from '@courtcrier/contract/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { setCopyStatus } from '../records/outgoing/set-copy-status.ts'
import { commitStep } from './commit.ts'
import { type ActionTarget, getItem, personStep } from './item-state.ts'
import { releaseCanceled } from './release-held.ts'
import { reopen } from './reopen.ts'
import { settleItem } from './settle.ts'
import { releaseMissing } from './storing/release-missing.ts'

/** An item, or one of its copies if `copyId` is set. */
export interface CopyTarget extends ActionTarget {
  copyId?: string | undefined
}

/**
 * Stops saving: copies that haven't started are canceled. A copy being written continues. Recipients who waited for
 * nothing else are notified.
 */
export async function cancelDms(trx: Trx, jobs: JobQueue, target: CopyTarget): Promise<void> {
  const { firmId, itemId } = target
  const { status } = await getItem(trx, target)
  const { rows } = await sql<{ envelopeId: string }>`
    ${setCopyStatus({
      firmId,
      from: ['new', 'delayed'],
      to: 'canceled',
      set: sql`sentence = 'Saving to the DMS was stopped.', waits_for = null`,
      where: sql`c.inbox_item_id = ${itemId}::uuid and ${isMeant(target, 'c')}`,
    })}
    returning c.envelope_id as "envelopeId"`.execute(trx)
  if (rows.length === 0) throw refusal('No copy of this item is waiting to be saved to the DMS.')
  const sentence = rows.length === 1 ? "One copy won't be saved." : `${rows.length} copies won't be saved.`
  const columns = { dms_status: 'canceled' }
  await commitStep(
    trx,
    personStep(target, {
      from: status,
      outcome: 'DMS canceled',
      sentence: `Saving to the DMS was stopped. ${sentence}`,
      columns,
    }),
  )
  await settleItem(trx, { firmId, itemId })
  await releaseCanceled(trx, jobs, { firmId, envelopeIds: [...new Set(rows.map(({ envelopeId }) => envelopeId))] })
}

/**
 * Saves failed or canceled copies to the DMS again, and tries those at once that wait for something missing there.
 * Existing copies are left alone, and no one is notified again. A finished item repeats its last stage, with the current
 * policies. If the item is still waiting for other copies, or a single copy is selected, only these copies are queued
 * again; the others and the item's status stay as they are.
 */
export async function requeueDms(trx: Trx, jobs: JobQueue, target: CopyTarget): Promise<void> {
  const { firmId, itemId } = target
  const { status } = await getItem(trx, target)
  if (status === 'Canceled') throw refusal('The whole item was canceled. Reprocess it instead.')
  const where = sql<boolean>`d.inbox_item_id = ${itemId}::uuid and ${isMeant(target, 'd')}`
  const released = await releaseMissing(trx, jobs, { firmId, where, isAnew: true })
  const ids = await lockUnstored(trx, target)
  if (ids.length + released === 0)
    throw refusal('No copy of this item failed, was canceled or waits for something missing in the DMS.')
  if (ids.length > 0 && target.copyId === undefined && (status === 'Succeeded' || status === 'Failed')) {
    // The stage adds the copies that the current policies require; the others no longer count as missing.
    await markCopies(trx, firmId, { ids, status: 'canceled', sentence: 'Saving to the DMS was started again.' })
    return reopen(trx, jobs, {
      target,
      from: [status],
      sentence: 'Saving to the DMS was started again.',
      next: 'store',
    })
  }
  await markCopies(trx, firmId, { ids, status: 'new', sentence: null })
  await jobs.enqueue(
    trx,
    'copy',
    ids.map((id) => ({ firmId, id })),
  )
  const columns = { dms_status: 'started' }
  await commitStep(
    trx,
    personStep(target, {
      from: status,
      outcome: 'DMS restarted',
      sentence: 'Saving to the DMS was started again.',
      columns,
    }),
  )
}

async function lockUnstored(trx: Trx, target: CopyTarget): Promise<readonly string[]> {
  const { firmId, itemId } = target
  const { rows } = await sql<{ id: string }>`
    select c.id from document_copies c
    where c.firm_id = ${firmId} and c.inbox_item_id = ${itemId}::uuid and c.status in ('failed', 'canceled')
      and ${isMeant(target, 'c')}
    order by c.id for update`.execute(trx)
  return rows.map(({ id }) => id)
}

function isMeant({ copyId }: CopyTarget, row: 'c' | 'd'): RawBuilder<boolean> {
  return copyId === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${row}.id`)} = ${copyId}::uuid`
}

interface Marking {
  ids: readonly string[]
  status: 'new' | 'canceled'
  sentence: string | null
}

async function markCopies(trx: Trx, firmId: number, { ids, status, sentence }: Marking): Promise<void> {
  await setCopyStatus({
    firmId,
    from: ['failed', 'canceled'],
    to: status,
    set: sql`sentence = ${sentence}::text, attempts = 0, missing_since = null, waits_for = null`,
    where: sql`c.id = any(${[...ids]}::uuid[])`,
  }).execute(trx)
}

function refusal(sentence: string): ApiError {
  return new ApiError('wrong_state', { sentence })
}
