import { ApiError } from '@courtcrier/contract/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { commitStep } from './commit.ts'
import { type ActionTarget, getItem, personStep } from './item-state.ts'
import { reopen } from './reopen.ts'
import { settleItems } from './settle.ts'

/** An item, and one of its copies where only that is meant. */
export interface CopyTarget extends ActionTarget {
  copyId?: string | undefined
}

/** Stops storing: copies that have not begun are not begun any more. One that is being written goes on. */
export async function cancelDms(trx: Trx, target: CopyTarget): Promise<void> {
  const { firmId, itemId } = target
  const { status } = await getItem(trx, target)
  const { rows } = await sql<{ id: string }>`
    update document_copies set status = 'canceled', sentence = 'Storing was canceled.', updated_at = now()
    where firm_id = ${firmId} and inbox_item_id = ${itemId}::uuid and status in ('new', 'delayed')
      and ${isMeant(target)}
    returning id`.execute(trx)
  if (rows.length === 0) throw refusal('No copy of this item waits to be stored.')
  const sentence = rows.length === 1 ? 'One copy is not stored.' : `${rows.length} copies are not stored.`
  const columns = { dms_status: 'canceled' }
  await commitStep(
    trx,
    personStep(target, {
      from: status,
      outcome: 'DMS canceled',
      sentence: `Storing was canceled. ${sentence}`,
      columns,
    }),
  )
  await settleItems(trx, firmId, [itemId])
}

/**
 * Stores what failed or was canceled once more, by the policies as they are now. What is stored already is left alone,
 * and nobody is told again. An item that is over goes through its last step again; one that waits for other copies
 * gets its own back, as does one of which a single copy is meant: the others stay as they are, and so does the item.
 */
export async function requeueDms(trx: Trx, jobs: JobQueue, target: CopyTarget): Promise<void> {
  const { firmId } = target
  const { status } = await getItem(trx, target)
  const ids = await lockUnstored(trx, target)
  if (ids.length === 0) throw refusal('No copy of this item failed or was canceled.')
  if (status === 'Canceled') throw refusal('This item was canceled as a whole. Requeue it instead.')
  if (target.copyId === undefined && (status === 'Succeeded' || status === 'Failed')) {
    // Those that today's policies want again are taken up anew; the others are not missed any more.
    await markCopies(trx, firmId, { ids, status: 'canceled', sentence: 'Storing was tried anew.' })
    return reopen(trx, jobs, { target, from: [status], sentence: 'Storing was requeued.', next: 'store' })
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
    personStep(target, { from: status, outcome: 'DMS requeued', sentence: 'Storing was requeued.', columns }),
  )
}

async function lockUnstored(trx: Trx, target: CopyTarget): Promise<readonly string[]> {
  const { firmId, itemId } = target
  const { rows } = await sql<{ id: string }>`
    select id from document_copies
    where firm_id = ${firmId} and inbox_item_id = ${itemId}::uuid and status in ('failed', 'canceled')
      and ${isMeant(target)}
    order by id for update`.execute(trx)
  return rows.map(({ id }) => id)
}

function isMeant({ copyId }: CopyTarget): RawBuilder<boolean> {
  return copyId === undefined ? sql<boolean>`true` : sql<boolean>`id = ${copyId}::uuid`
}

interface Marking {
  ids: readonly string[]
  status: 'new' | 'canceled'
  sentence: string | null
}

async function markCopies(trx: Trx, firmId: number, { ids, status, sentence }: Marking): Promise<void> {
  await sql`update document_copies set status = ${status}, sentence = ${sentence}::text, attempts = 0, updated_at = now()
    where firm_id = ${firmId} and id = any(${[...ids]}::uuid[])`.execute(trx)
}

function refusal(sentence: string): ApiError {
  return new ApiError('wrong_state', { sentence })
}
