import { ApiError } from '@courtcrier/contract/errors.ts'
import { canTransition, type ItemStatus, requeueWindowDays } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import type { JobQueue } from '../db/jobs.ts'
import { commitStep, transactionTime } from './commit.ts'
import { type ActionTarget, getItem, personStep, refuse, refuseTransition } from './item-state.ts'
import { reopen } from './reopen.ts'

/** Sends an item through the pipeline again, from the start. Nothing is fetched, told or stored twice by it. */
export async function requeueItem(trx: Trx, jobs: JobQueue, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  if (item.status === 'Failed' && Date.now() - item.receivedAt.getTime() > requeueWindowDays * 86_400_000) {
    throw new ApiError('wrong_state', {
      sentence: `Failed items can be requeued for ${requeueWindowDays} days; this one is older.`,
    })
  }
  await reopen(trx, jobs, { target, from: [item.status], sentence: 'Requeued.', next: 'authenticate' })
}

/** Says that the unproven sender is trusted, so that the links may be opened, and goes on. */
export async function trustItem(trx: Trx, jobs: JobQueue, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  await refuseFake(trx, target)
  await reopen(trx, jobs, {
    target,
    from: [item.status],
    sentence: 'The sender was said to be trusted; its links may be opened.',
    next: 'retrieve',
    outcomes: { trustedBy: target.userId },
  })
}

/** Ends an item; deliveries and copies that have not begun are not begun any more. */
export async function cancelItem(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'Canceled')
  await sql`
    with told as (
      update deliveries set status = 'canceled', sentence = 'The item was canceled.', updated_at = now()
      where firm_id = ${target.firmId} and inbox_item_id = ${target.itemId}::uuid
        and status in ('waiting', 'held', 'scheduled')
    )
    update document_copies set status = 'canceled', sentence = 'The item was canceled.', updated_at = now()
    where firm_id = ${target.firmId} and inbox_item_id = ${target.itemId}::uuid and status in ('new', 'delayed')`.execute(
    trx,
  )
  const columns = { status: 'Canceled', finished_at: transactionTime, action_required: 'NONE' }
  await commitStep(trx, personStep(target, { from: item.status, outcome: 'canceled', sentence: 'Canceled.', columns }))
}

/** Takes an item out of the pipeline; a person sees to it. */
export async function moveToManual(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'Manual')
  const columns = { status: 'Manual', reason: 'A person sees to this item.', action_required: 'NONE', hidden: false }
  const sentence = 'Moved to manual processing.'
  await commitStep(trx, personStep(target, { from: item.status, outcome: 'manual', sentence, columns }))
}

/** A person is done with an item in manual processing. */
export async function finishItem(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  if (item.status !== 'Manual') refuse(item.status, 'Succeeded')
  const sentence = 'Marked as done.'
  await commitStep(trx, personStep(target, { from: 'Manual', outcome: 'succeeded', sentence, columns: doneColumns }))
}

const doneColumns = {
  status: 'Succeeded',
  disposition: 'PROCESSED',
  reason: null,
  finished_at: transactionTime,
  action_required: 'NONE',
}

/** What the item was about was entered by hand, and goes its own way: the item is done, whatever kept it waiting. */
export async function completeByHand(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  if (item.status === 'Succeeded') return
  if (item.status !== 'Manual') {
    await moveToManual(trx, target)
  }
  const sentence = 'Completed by hand: what was entered takes the same way as a notice.'
  await commitStep(trx, personStep(target, { from: 'Manual', outcome: 'succeeded', sentence, columns: doneColumns }))
}

/** The statuses a person may move the item to now. */
export function allowedMoves(status: ItemStatus): readonly ItemStatus[] {
  const moves = (['New', 'Manual', 'Canceled'] as const).filter((to) => canTransition(status, to))
  return status === 'Manual' ? [...moves, 'Succeeded'] : moves
}

/** A probable fake is never opened, whoever vouches for it. */
async function refuseFake(trx: Trx, { firmId, itemId }: ActionTarget): Promise<void> {
  const { rows } = await sql<{ isFlagged: boolean | null }>`
    select outcomes #> '{authenticate,result}' ? 'flag' as "isFlagged"
    from item_progress where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
  if (!rows[0]?.isFlagged) return
  throw new ApiError('wrong_state', { sentence: 'This is probably a fake notice, so its links are never opened.' })
}
