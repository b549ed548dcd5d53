import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { statement } from '../base/db/statement.ts'
import { type ColumnValues, commitStep, type HistoryLine, transactionTime } from './commit.ts'

export interface ItemKey {
  firmId: number
  itemId: string
}

/** Counts of an item's deliveries and copies. */
interface Outstanding {
  waiting: number
  /** Notified in the daily message; the item doesn't wait for them. */
  scheduled: number
  /** Not notified: recipients who may no longer see the filing when the email is due. */
  canceled: number
  failed: number
  total: number
  copies: number
  copiesFailed: number
  copiesWaiting: number
  copiesCanceled: number
  /** It waits for the court to stamp its documents. */
  isUnstamped: boolean
}

/** How an item ends or waits: the line for its history, and the columns that change. */
export interface Ending {
  line: HistoryLine
  columns: ColumnValues
}

/** Decides how an item continues after its last stage: it waits for deliveries and copies or for a person, or ends. */
export async function endingOf(trx: Trx, key: ItemKey & { gap: string }): Promise<Ending> {
  if (key.gap !== '') return gapEnding(key.gap)
  const state = stateOf(await countOutstanding(trx, key))
  if (state.waiting === 0) return finalEnding(state)
  return {
    line: { stage: 'settle', outcome: 'post processing', sentence: waitingSentence(state) },
    columns: { status: 'Post Processing', reason: null, action_required: 'NONE', dms_status: dmsStatus(state) },
  }
}

/**
 * Called in the transaction that records a delivery or copy. If it was the last one of an item in Post Processing, the
 * item ends. For an item with another status, only updates the DMS status.
 */
export async function settleItem(trx: Trx, key: ItemKey): Promise<void> {
  const status = await lockItem(trx, key)
  if (status === undefined) return
  const state = stateOf(await countOutstanding(trx, key))
  if (status !== 'Post Processing') return followCopies(trx, { ...key, status: dmsStatus(state) })
  if (state.waiting > 0) return
  const { line, columns } = finalEnding(state)
  await commitStep(trx, { ...key, lines: [line], expected: ['Post Processing'], columns })
}

/**
 * Locks the item and returns its status. The last two deliveries of an item may commit at the same time; the row lock
 * lets the second see the first. Of several requests for an item in one transaction, only one gets it. What also writes
 * rows of an item locks it first, as the pipeline does: in the other order, the two would wait for each other.
 */
export const lockItem = statement<ItemKey, { status: string }, string | undefined>({
  columns: 'id uuid',
  row: ({ itemId }) => ({ id: itemId }),
  // Every transaction that locks several items does so in order of their IDs, to avoid deadlocks.
  write: ({ firmId, rows, every }) => sql`
    with locked as (
      select id, status from inbox_items where firm_id = ${firmId} and id = any(${every('id')}::uuid[]) order by id for update
    )
    select distinct on (id) r.n, locked.status from ${rows} join locked using (id) order by id, r.n`,
  answer: ([row]) => row?.status,
})

/** Updates the DMS status of an item that stopped or ended while copies were still in progress. */
async function followCopies(trx: Trx, question: ItemKey & { status: string | null }): Promise<void> {
  if (question.status === null || !(await writeDmsStatus(trx, question))) return
  const { firmId, itemId } = question
  await announceLater(trx, { firmId, entity: 'inbox_item', ids: [itemId] })
}

const writeDmsStatus = statement<ItemKey & { status: string | null }, object, boolean>({
  columns: 'id uuid, status text',
  row: ({ itemId, status }) => ({ id: itemId, status }),
  write: ({ firmId, rows }) => sql`
    update inbox_items i set dms_status = r.status, updated_at = now() from ${rows}
    where i.firm_id = ${firmId} and i.id = r.id and i.dms_status is distinct from r.status
    returning r.n`,
  answer: (rows) => rows.length > 0,
})

interface Count {
  of: 'delivery' | 'copy' | 'stamp'
  status: string
  count: number
}

const countOutstanding = statement<ItemKey, Count, readonly Count[]>({
  columns: 'id uuid',
  row: ({ itemId }) => ({ id: itemId }),
  write: ({ firmId, rows, every }) => sql`
    with counted as (
      select inbox_item_id as id, 'delivery' as of, case when status in ('failed', 'canceled') and exists (
          -- Somebody sent it again, and that arrived.
          select from deliveries o where o.firm_id = d.firm_id and o.envelope_id = d.envelope_id and o.email = d.email
            and o.status = 'sent'
        ) then 'sent' when status = 'canceled' then coalesce((
          -- One more replaced it, as the one with the court's stamp does.
          select o.status from deliveries o where o.firm_id = d.firm_id and o.envelope_id = d.envelope_id
            and o.email = d.email and o.repeat > 0 and o.status in ('waiting', 'sending', 'failed')
          order by o.repeat desc limit 1
        ), status) else status end as status, count(*)::int as count
        from deliveries d
        where firm_id = ${firmId} and inbox_item_id = any(${every('id')}::uuid[]) and repeat = 0 group by 1, 3
      union all
      select inbox_item_id as id, 'copy' as of, status, count(*)::int as count from document_copies
        where firm_id = ${firmId} and inbox_item_id = any(${every('id')}::uuid[]) group by inbox_item_id, status
      union all
      select inbox_item_id as id, 'stamp' as of, status, count(*)::int as count from stamp_waits
        where firm_id = ${firmId} and inbox_item_id = any(${every('id')}::uuid[]) and status in ('waiting', 'released')
        group by inbox_item_id, status
    )
    select r.n, counted.of, counted.status, counted.count from ${rows} join counted using (id)`,
  answer: (rows) => rows,
})

function stateOf(rows: readonly Count[]): Outstanding {
  const count = (of: Count['of'] | '', ...statuses: string[]) =>
    rows
      .filter((row) => (of === '' || row.of === of) && statuses.includes(row.status))
      .reduce((sum, row) => sum + row.count, 0)
  return {
    waiting: count('', 'waiting', 'held', 'sending', 'new', 'started', 'delayed') + count('stamp', 'released'),
    scheduled: count('delivery', 'scheduled'),
    canceled: count('delivery', 'canceled'),
    failed: count('', 'failed'),
    isUnstamped: count('stamp', 'waiting', 'released') > 0,
    total: rows.filter((row) => row.of !== 'stamp').reduce((sum, row) => sum + row.count, 0),
    copies: rows.filter((row) => row.of === 'copy').reduce((sum, row) => sum + row.count, 0),
    copiesFailed: count('copy', 'failed'),
    copiesWaiting: count('copy', 'new', 'started', 'delayed'),
    copiesCanceled: count('copy', 'canceled'),
  }
}

function finalEnding(state: Outstanding): Ending {
  const hasFailed = state.failed > 0
  const failure = failureOf(state)
  return {
    line: {
      stage: 'settle',
      outcome: hasFailed ? 'failed' : 'succeeded',
      sentence: hasFailed ? failure : successOf(state),
    },
    columns: {
      status: hasFailed ? 'Failed' : 'Succeeded',
      disposition: hasFailed ? 'PARTIAL_SUCCESS' : 'PROCESSED',
      reason: hasFailed ? failure : null,
      action_required: hasFailed ? 'USER' : 'NONE',
      dms_status: dmsStatus(state),
      finished_at: transactionTime,
    },
  }
}

function failureOf({ failed, total, copies }: Outstanding): string {
  if (total === 1) return copies === 1 ? "The only copy wasn't saved to the DMS." : 'The only delivery failed.'
  return failed === 1
    ? `One of ${total} deliveries and copies failed.`
    : `${failed} of ${total} deliveries and copies failed.`
}

function successOf({ total, scheduled, canceled }: Outstanding): string {
  if (total === 0) return 'This filing was already handled with another of its notices.'
  if (scheduled === 0 && canceled === 0) return 'Everyone was notified, and all copies were saved.'
  const later = scheduled === 0 ? [] : [`${people(scheduled)} notified in the daily message`]
  const never = canceled === 0 ? [] : [`${people(canceled)} not notified`]
  return `${['All copies were saved', ...later, ...never].join('; ')}.`
}

function people(count: number): string {
  return `${count} ${count === 1 ? 'person is' : 'people are'}`
}

/**
 * Marks a finished item as failed when its daily digest fails to reach someone: a person has to act on it, as when an
 * immediate notification fails.
 */
export async function reopenAsFailed(trx: Trx, key: ItemKey & { sentence: string }): Promise<void> {
  if ((await lockItem(trx, key)) !== 'Succeeded') return
  const { firmId, itemId, sentence } = key
  await commitStep(trx, {
    firmId,
    itemId,
    lines: [{ stage: 'settle', outcome: 'failed', sentence }],
    expected: ['Succeeded'],
    columns: {
      status: 'Failed',
      disposition: 'PARTIAL_SUCCESS',
      reason: sentence.slice(0, 1000),
      action_required: 'USER',
      finished_at: transactionTime,
    },
  })
}

/** The ending of an item with a missing document: recipients were notified without it, and a person has to find it. */
function gapEnding(gap: string): Ending {
  return {
    line: { stage: 'settle', outcome: 'review', sentence: gap },
    columns: { status: 'Action Required', action_required: 'USER', reason: gap, disposition: 'PARTIAL_SUCCESS' },
  }
}

function dmsStatus(state: Outstanding): string | null {
  if (state.copies === 0) return null
  if (state.copiesWaiting > 0) return 'started'
  if (state.copiesFailed > 0) return 'failed'
  return state.copiesCanceled > 0 ? 'canceled' : 'succeeded'
}

function waitingSentence(state: Outstanding): string {
  if (state.isUnstamped) return "Waiting for the court's stamp."
  const told = state.total - state.copies
  return `Notifying ${told} ${told === 1 ? 'person' : 'people'}, saving ${state.copies} ${state.copies === 1 ? 'copy' : 'copies'} to the DMS.`
}
