import { ApiError } from '@courtcrier/contract/errors.ts'
import { canTransition, type ItemStatus, requeueWindowDays, type SenderFlag } from '@courtcrier/contract/notice.ts'
import { canArchive } from '@courtcrier/contract/triage.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { setCopyStatus } from '../records/outgoing/set-copy-status.ts'
import { setDeliveryStatus } from '../records/outgoing/set-delivery-status.ts'
import { withdrawChats } from '../records/outgoing/withdraw-chats.ts'
import { commitStep, transactionTime } from './commit.ts'
import type { Answered } from './fixes.ts'
import { type ActionTarget, getItem, personStep, refuse, refuseTransition } from './item-state.ts'
import type { Results, SenderResult, Vouch } from './pipeline/stage.ts'
import { isBelieved } from './pipeline/trust-gate.ts'
import { releaseCanceled } from './release-held.ts'
import { reopen } from './reopen.ts'
import { lockCopies } from './siblings.ts'
import { keepItem } from './undo/keep-item.ts'

/** Sends an item through the pipeline again, from the start. Nothing is retrieved, notified or saved twice. */
export async function requeueItem(trx: Trx, jobs: JobQueue, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  if (item.status === 'Failed' && Date.now() - item.endedAt.getTime() > requeueWindowDays * 86_400_000) {
    throw new ApiError('wrong_state', {
      sentence: `Failed items can be reprocessed for ${requeueWindowDays} days; this one failed earlier.`,
    })
  }
  await reopen(trx, jobs, { target, from: [item.status], sentence: 'Reprocessed.', next: 'authenticate' })
}

/**
 * Records that a person vouches for an unverified sender: the message is parsed again and processed, and so are its
 * other copies.
 */
export async function trustItem(trx: Trx, jobs: JobQueue, target: ActionTarget): Promise<Answered> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  const { name, sender, parse } = await getVouching(trx, target)
  const flag = sender?.flag
  if (isBelieved({ results: { authenticate: sender, parse }, vouch: undefined })) {
    throw new ApiError('wrong_state', {
      sentence: 'The sender of this notice is already verified.',
    })
  }
  const warned = flag ? ` They were warned: ${warnings[flag]}` : ''
  const copies = item.status === 'Action Required' ? await lockCopies(trx, target) : []
  for (const itemId of [target.itemId, ...copies]) {
    await reopen(trx, jobs, {
      target: { ...target, itemId },
      from: [item.status],
      sentence: `${name} trusted the sender.${warned}`,
      next: sender ? 'parse' : 'authenticate',
      outcomes: { vouch: { userId: target.userId, name, ...(flag && { flag }) } satisfies Vouch },
      columns: { vouched_by: name },
    })
  }
  return { siblings: copies.length }
}

const warnings: Readonly<Record<SenderFlag, string>> = {
  'look-alike': 'the sender imitates a court.',
  fake: 'this is probably a fake notice.',
}

/**
 * Cancels an item, along with deliveries, messages to channels and copies that haven't started. Recipients of other
 * notices who waited for nothing but these copies are notified.
 */
export async function cancelItem(trx: Trx, jobs: JobQueue, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'Canceled')
  const canceled = {
    firmId: target.firmId,
    to: 'canceled' as const,
    set: sql`sentence = 'The item was canceled.'`,
    where: sql`inbox_item_id = ${target.itemId}::uuid`,
  }
  const { rows } = await sql<{ envelopeId: string }>`
    with other as (
      -- Recipients of another notice of the filing still wait for the stamp.
      select w.id, (select d.inbox_item_id from deliveries d
        where d.firm_id = w.firm_id and d.envelope_id = w.envelope_id and d.inbox_item_id <> w.inbox_item_id
          and d.status in ('held', 'waiting', 'sending', 'sent') limit 1) as item_id
      from stamp_waits w
      where w.firm_id = ${target.firmId} and w.inbox_item_id = ${target.itemId}::uuid and w.status in ('waiting', 'released')
    ), unstamped as (
      update stamp_waits w set inbox_item_id = coalesce(other.item_id, w.inbox_item_id), updated_at = now(),
        status = case when other.item_id is null then 'canceled' else w.status end
      from other where w.firm_id = ${target.firmId} and w.id = other.id
    ), announced as (
      ${withdrawChats(target.firmId, sql`m.inbox_item_id = ${target.itemId}::uuid`)}
    ), told as (
      ${setDeliveryStatus({ ...canceled, from: ['waiting', 'held', 'scheduled'] })}
    )
    ${setCopyStatus({ ...canceled, from: ['new', 'delayed'] })} returning c.envelope_id as "envelopeId"`.execute(trx)
  const envelopeIds = [...new Set(rows.map(({ envelopeId }) => envelopeId))]
  await releaseCanceled(trx, jobs, { firmId: target.firmId, envelopeIds })
  const columns = { status: 'Canceled', finished_at: transactionTime, action_required: 'NONE' }
  await commitStep(trx, personStep(target, { from: item.status, outcome: 'canceled', sentence: 'Canceled.', columns }))
}

/** Takes an item out of the pipeline, to be handled manually. */
export async function moveToManual(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'Manual')
  await keepItem(trx, target)
  const columns = {
    status: 'Manual',
    reason: 'This notice is being handled manually.',
    action_required: 'NONE',
    hidden: false,
  }
  const sentence = 'Set aside to be handled manually.'
  await commitStep(trx, personStep(target, { from: item.status, outcome: 'manual', sentence, columns }))
}

/** Marks a manually handled item as done. */
export async function finishItem(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  if (item.status !== 'Manual') refuse(item.status, 'Succeeded')
  await keepItem(trx, target)
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

/** Marks an item as done, whatever its status, because its content was entered by hand and continues separately. */
export async function completeByHand(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  if (item.status === 'Succeeded') return
  if (item.status !== 'Manual') {
    await moveToManual(trx, target)
  }
  const sentence = 'Completed manually. The filing that was entered is processed like any notice.'
  await commitStep(trx, personStep(target, { from: 'Manual', outcome: 'succeeded', sentence, columns: doneColumns }))
}

/** Archives an item. Throws `wrong_state` if it isn't finished or is already archived. */
export async function archiveItem(trx: Trx, target: ActionTarget): Promise<void> {
  const { status, isHidden } = await getItem(trx, target)
  if (isHidden) throw new ApiError('wrong_state', { sentence: 'This item is already archived.' })
  if (!canArchive(status)) {
    throw new ApiError('wrong_state', {
      sentence: `An item that is ${status} isn't finished yet, so it can't be archived.`,
    })
  }
  const deed = { from: status, outcome: 'archived', sentence: 'Archived.', columns: { hidden: true } }
  await commitStep(trx, personStep(target, deed))
}

export async function unarchiveItem(trx: Trx, target: ActionTarget): Promise<void> {
  const { status, isHidden } = await getItem(trx, target)
  if (!isHidden) throw new ApiError('wrong_state', { sentence: 'This item is not archived.' })
  const sentence = 'Unarchived.'
  await commitStep(
    trx,
    personStep(target, { from: status, outcome: 'unarchived', sentence, columns: { hidden: false } }),
  )
}

/** The statuses a person may move the item to now. */
export function allowedMoves(status: ItemStatus): readonly ItemStatus[] {
  const moves = (['New', 'Manual', 'Canceled'] as const).filter((to) => canTransition(status, to))
  return status === 'Manual' ? [...moves, 'Succeeded'] : moves
}

/** Returns the name of the user who vouches, and what is known about the sender so far. */
async function getVouching(
  trx: Trx,
  { firmId, itemId, userId }: ActionTarget,
): Promise<{ name: string; sender: SenderResult | undefined; parse: Results['parse'] | undefined }> {
  const { rows } = await sql<{ name: string | null; sender: SenderResult | null; parse: Results['parse'] | null }>`
    select (select full_name from users where firm_id = p.firm_id and id = ${userId}::uuid) as name,
      p.outcomes #> '{authenticate,result}' as sender, p.outcomes #> '{parse,result}' as parse
    from item_progress p where p.firm_id = ${firmId} and p.id = ${itemId}::uuid`.execute(trx)
  const [row] = rows
  if (!row?.name) throw new ApiError('not_found')
  return { name: row.name.slice(0, 500), sender: row.sender ?? undefined, parse: row.parse ?? undefined }
}
