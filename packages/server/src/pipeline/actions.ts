import { ApiError } from '@courtcrier/contract/errors.ts'
import { canTransition, type ItemStatus, requeueWindowDays, type SenderFlag } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { commitStep, transactionTime } from './commit.ts'
import { type ActionTarget, getItem, personStep, refuse, refuseTransition } from './item-state.ts'
import { reopen } from './reopen.ts'
import type { SenderResult, Vouch } from './stage.ts'
import { isBelieved } from './trust-gate.ts'

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

/** A person vouches for a sender who is not proven: the message is read anew, and what it says is acted on. */
export async function trustItem(trx: Trx, jobs: JobQueue, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  const { name, sender } = await getVouching(trx, target)
  const flag = sender?.flag
  if (isBelieved({ results: { authenticate: sender }, vouch: undefined })) {
    throw new ApiError('wrong_state', {
      sentence: 'The sender of this notice is verified, so no one has to vouch for it.',
    })
  }
  const warned = flag ? ` They were warned: ${warnings[flag]}` : ''
  await reopen(trx, jobs, {
    target,
    from: [item.status],
    sentence: `${name} vouched for the sender.${warned}`,
    next: sender ? 'parse' : 'authenticate',
    outcomes: { vouch: { userId: target.userId, name, ...(flag && { flag }) } satisfies Vouch },
    columns: { vouched_by: name },
  })
}

const warnings: Readonly<Record<SenderFlag, string>> = {
  'look-alike': 'the sender looks like a court and is none.',
  fake: 'this is probably a fake notice.',
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

/** Who vouches, by name, and what is known of the sender so far. */
async function getVouching(
  trx: Trx,
  { firmId, itemId, userId }: ActionTarget,
): Promise<{ name: string; sender: SenderResult | undefined }> {
  const { rows } = await sql<{ name: string | null; sender: SenderResult | null }>`
    select (select full_name from users where firm_id = p.firm_id and id = ${userId}::uuid) as name,
      p.outcomes #> '{authenticate,result}' as sender
    from item_progress p where p.firm_id = ${firmId} and p.id = ${itemId}::uuid`.execute(trx)
  const [row] = rows
  if (!row?.name) throw new ApiError('not_found')
  return { name: row.name.slice(0, 500), sender: row.sender ?? undefined }
}
