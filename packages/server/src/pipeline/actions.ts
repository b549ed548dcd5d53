import { ApiError } from '@courtcrier/contract/errors.ts'
import { canTransition, type ItemStatus, requeueWindowDays, stageNames } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import type { JobQueue } from '../db/jobs.ts'
import { commitStep, transactionTime } from './commit.ts'
import type { ResultName } from './stage.ts'

/** Who does it, and to which item. */
export interface ActionTarget {
  firmId: number
  itemId: string
  userId: string
}

interface ItemState {
  status: ItemStatus
  receivedAt: Date
  envelopeId: string | null
  docketNumber: string | null
  courtId: string | null
}

/** Stages whose results depend on the firm's rules; a requeued item asks them anew. What was fetched stays. */
const allStages = [...stageNames.filter((stage) => stage !== 'receive'), 'review'] as const

/** Sends an item through the pipeline again, from the start. Nothing is fetched, told or stored twice by it. */
export async function requeueItem(trx: Trx, jobs: JobQueue, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  if (item.status === 'Failed' && Date.now() - item.receivedAt.getTime() > requeueWindowDays * 86_400_000) {
    throw new ApiError('wrong_state', {
      sentence: `Failed items can be requeued for ${requeueWindowDays} days; this one is older.`,
    })
  }
  await reopen(trx, jobs, {
    target,
    from: [item.status],
    sentence: 'Requeued.',
    next: 'authenticate',
    forget: allStages,
  })
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
    forget: ['retrieve', 'review'],
    outcomes: { trustedBy: target.userId },
  })
}

/** Decides which case the item belongs to; items of the same docket that wait for the same answer go on too. */
export async function chooseCase(trx: Trx, jobs: JobQueue, target: ActionTarget & { caseId: string }): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  const name = await getCaseName(trx, target)
  const ids = [target.itemId, ...(await siblingIds(trx, target, item))]
  for (const itemId of ids) {
    const isSibling = itemId !== target.itemId
    await reopen(trx, jobs, {
      target: { ...target, itemId },
      from: ['Action Required', item.status],
      sentence: isSibling ? `${name} was chosen for another notice of the same docket.` : `${name} was chosen.`,
      next: 'address',
      forget: ['address', 'deliver', 'store', 'review'],
      outcomes: { match: { result: { caseIds: [target.caseId], chosenBy: target.userId } } },
      columns: { case_id: target.caseId },
    })
  }
  await sql`
    update envelopes set case_id = ${target.caseId}::uuid, updated_at = now()
    where firm_id = ${target.firmId} and id in (
      select envelope_id from inbox_items where firm_id = ${target.firmId} and id = any(${ids}::uuid[]))`.execute(trx)
}

/** Ends an item; deliveries and copies that have not begun are not begun any more. */
export async function cancelItem(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'Canceled')
  await sql`
    with told as (
      update deliveries set status = 'canceled', sentence = 'The item was canceled.', updated_at = now()
      where firm_id = ${target.firmId} and inbox_item_id = ${target.itemId}::uuid and status = 'waiting'
    )
    update document_copies set status = 'canceled', sentence = 'The item was canceled.', updated_at = now()
    where firm_id = ${target.firmId} and inbox_item_id = ${target.itemId}::uuid and status in ('new', 'delayed')`.execute(
    trx,
  )
  await commitStep(
    trx,
    step(target, item.status, 'canceled', 'Canceled.', { status: 'Canceled', finished_at: transactionTime }),
  )
}

/** Takes an item out of the pipeline; a person sees to it. */
export async function moveToManual(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'Manual')
  await commitStep(
    trx,
    step(target, item.status, 'manual', 'Moved to manual processing.', {
      status: 'Manual',
      reason: 'A person sees to this item.',
    }),
  )
}

/** A person is done with an item in manual processing. */
export async function finishItem(trx: Trx, target: ActionTarget): Promise<void> {
  const item = await getItem(trx, target)
  if (item.status !== 'Manual') refuse(item.status, 'Succeeded')
  const columns = { status: 'Succeeded', disposition: 'PROCESSED', reason: null, finished_at: transactionTime }
  await commitStep(trx, step(target, 'Manual', 'succeeded', 'Marked as done.', columns))
}

/** The statuses a person may move the item to now. */
export function allowedMoves(status: ItemStatus): readonly ItemStatus[] {
  const moves = (['New', 'Manual', 'Canceled'] as const).filter((to) => canTransition(status, to))
  return status === 'Manual' ? [...moves, 'Succeeded'] : moves
}

function step(
  target: ActionTarget,
  from: ItemStatus,
  outcome: string,
  sentence: string,
  columns: Parameters<typeof commitStep>[1]['columns'],
) {
  return {
    ...keyOf(target),
    lines: [{ stage: 'person', outcome, sentence, userId: target.userId }],
    expected: [from],
    columns: { action_required: 'NONE', ...columns },
  }
}

function keyOf({ firmId, itemId }: ActionTarget): { firmId: number; itemId: string } {
  return { firmId, itemId }
}

interface Reopening {
  target: ActionTarget
  from: readonly ItemStatus[]
  sentence: string
  /** The stage it goes on with. */
  next: ResultName
  forget: readonly string[]
  outcomes?: object
  columns?: Readonly<Record<string, string>>
}

async function reopen(
  trx: Trx,
  jobs: JobQueue,
  { target, from, sentence, next, forget, outcomes, columns }: Reopening,
): Promise<void> {
  await commitStep(trx, {
    ...keyOf(target),
    lines: [{ stage: 'person', outcome: 'requeued', sentence, userId: target.userId }],
    expected: from,
    columns: {
      status: 'New',
      reason: null,
      action_required: 'NONE',
      attempts: 0,
      retry_at: null,
      finished_at: null,
      disposition: 'NO_DISPOSITION',
      next_stage: next,
      ...columns,
    },
    outcomes,
    forget,
  })
  await jobs.enqueue(trx, 'notice', [{ firmId: target.firmId, id: target.itemId }])
}

/** A probable fake is never opened, whoever vouches for it. */
async function refuseFake(trx: Trx, { firmId, itemId }: ActionTarget): Promise<void> {
  const { rows } = await sql<{ isFlagged: boolean | null }>`
    select outcomes #> '{authenticate,result}' ? 'flag' as "isFlagged"
    from item_progress where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
  if (!rows[0]?.isFlagged) return
  throw new ApiError('wrong_state', { sentence: 'This is probably a fake notice, so its links are never opened.' })
}

async function siblingIds(trx: Trx, target: ActionTarget, item: ItemState): Promise<readonly string[]> {
  if (!item.docketNumber || !item.courtId) return []
  const { rows } = await sql<{ id: string }>`
    select i.id from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${target.firmId} and i.id <> ${target.itemId}::uuid and i.status = 'Action Required'
      and i.docket_number = ${item.docketNumber} and i.ecfx_jurisdiction_id = ${item.courtId}
      and p.outcomes ? 'prepare' and not p.outcomes ? 'match'
    for update of i`.execute(trx)
  return rows.map(({ id }) => id)
}

async function getItem(trx: Trx, { firmId, itemId }: ActionTarget): Promise<ItemState> {
  const { rows } = await sql<ItemState>`
    select status, received_at as "receivedAt", envelope_id as "envelopeId", docket_number as "docketNumber",
      ecfx_jurisdiction_id as "courtId"
    from inbox_items where firm_id = ${firmId} and id = ${itemId}::uuid for update`.execute(trx)
  const [row] = rows
  if (!row) throw new ApiError('not_found')
  return row
}

async function getCaseName(trx: Trx, { firmId, caseId }: { firmId: number; caseId: string }): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select name from cases where firm_id = ${firmId} and id = ${caseId}::uuid`.execute(trx)
  const [row] = rows
  if (!row) throw new ApiError('invalid_input', { problems: [{ field: 'case_id', code: 'not_reference' }] })
  return row.name
}

function refuseTransition(from: ItemStatus, to: ItemStatus): void {
  if (!canTransition(from, to)) refuse(from, to)
}

function refuse(from: ItemStatus, to: ItemStatus): never {
  throw new ApiError('wrong_state', { sentence: `An item that is ${from} cannot become ${to}.` })
}
