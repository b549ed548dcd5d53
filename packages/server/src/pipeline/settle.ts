import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import { runTogether, together } from '../base/db/together.ts'
import { type ColumnValues, commitStep, type HistoryLine, transactionTime } from './commit.ts'

export interface ItemKey {
  firmId: number
  itemId: string
}

/** How an item's deliveries and copies stand. */
interface Outstanding {
  waiting: number
  /** Told in the daily message: the item doesn't wait for them. */
  scheduled: number
  /** Not told in the end: whoever may not see the filing any more when the mail is to go out. */
  canceled: number
  failed: number
  total: number
  copies: number
  copiesFailed: number
  copiesWaiting: number
  copiesCanceled: number
}

/** How an item ends or waits: the line for its timeline and what changes of it. */
export interface Ending {
  line: HistoryLine
  columns: ColumnValues
}

/** What becomes of an item whose last stage is done: it waits for its deliveries and copies, for a person, or ends. */
export async function endingOf(trx: Trx, key: ItemKey & { gap: string }): Promise<Ending> {
  if (key.gap !== '') return gapEnding(key.gap)
  const state = stateOf(await countOfOne(trx, key))
  if (state.waiting === 0) return finalEnding(state)
  return {
    line: { stage: 'settle', outcome: 'post processing', sentence: waitingSentence(state) },
    columns: { status: 'Post Processing', reason: null, action_required: 'NONE', dms_status: dmsStatus(state) },
  }
}

/**
 * Called in the transaction that records deliveries or copies: an item in Post Processing whose last one it was
 * ends. Of any other only the DMS status follows its copies.
 */
export async function settleItems(trx: Trx, firmId: number, itemIds: readonly string[]): Promise<void> {
  // The last two deliveries of an item may commit at the same time; the row lock lets the second see the first. All
  // who lock several items do it in the order of their ids, so that none waits for another that waits for it.
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from inbox_items where firm_id = ${firmId} and id = any(${itemIds}::uuid[])
    order by id for update`.execute(trx)
  const others = rows.filter(({ status }) => status !== 'Post Processing').map(({ id }) => id)
  if (others.length > 0) await followCopies(trx, firmId, others)
  const ids = rows.filter(({ status }) => status === 'Post Processing').map(({ id }) => id)
  if (ids.length === 0) return
  const counts = await countOutstanding(trx, firmId, ids)
  const ended = ids.map((id) => ({ id, state: stateOf(counts.get(id)) })).filter(({ state }) => state.waiting === 0)
  await runTogether(
    trx,
    ended.map(({ id, state }) => () => {
      const { line, columns } = finalEnding(state)
      return commitStep(trx, { firmId, itemId: id, lines: [line], expected: ['Post Processing'], columns })
    }),
  )
}

/** Items that stopped or ended by themselves while copies of theirs were still under way. */
async function followCopies(trx: Trx, firmId: number, ids: readonly string[]): Promise<void> {
  const counts = await countOutstanding(trx, firmId, ids)
  const statuses = ids.map((id) => ({ id, status: dmsStatus(stateOf(counts.get(id))) }))
  const { rows } = await sql<{ id: string }>`
    update inbox_items i set dms_status = r.status, updated_at = now()
    from jsonb_to_recordset(${jsonRows(statuses)}::text::jsonb) as r (id uuid, status text)
    where i.firm_id = ${firmId} and i.id = r.id and r.status is not null and i.dms_status is distinct from r.status
    returning i.id`.execute(trx)
  if (rows.length > 0) await announceLater(trx, { firmId, entity: 'inbox_item', ids: rows.map(({ id }) => id) })
}

interface Count {
  id: string
  of: 'delivery' | 'copy'
  status: string
  n: number
}

/** Items that ask together are of one firm: a transaction sees no other. */
const countOfOne = together(async (trx: Trx, keys: readonly ItemKey[]) => {
  const [{ firmId } = { firmId: 0 }] = keys
  const counts = await countOutstanding(
    trx,
    firmId,
    keys.map(({ itemId }) => itemId),
  )
  return keys.map(({ itemId }) => counts.get(itemId))
})

async function countOutstanding(
  trx: Trx,
  firmId: number,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Count[]>> {
  const { rows } = await sql<Count>`
    select inbox_item_id as id, 'delivery' as of, case when status in ('failed', 'canceled') and exists (
        -- Somebody sent it again, and that arrived.
        select from deliveries o where o.firm_id = d.firm_id and o.envelope_id = d.envelope_id and o.email = d.email
          and o.status = 'sent'
      ) then 'sent' else status end as status, count(*)::int as n
      from deliveries d
      where firm_id = ${firmId} and inbox_item_id = any(${itemIds}::uuid[]) and repeat = 0 group by 1, 3
    union all
    select inbox_item_id as id, 'copy' as of, status, count(*)::int as n from document_copies
      where firm_id = ${firmId} and inbox_item_id = any(${itemIds}::uuid[]) group by inbox_item_id, status`.execute(trx)
  return Map.groupBy(rows, ({ id }) => id)
}

function stateOf(rows: readonly Count[] = []): Outstanding {
  const count = (of: Count['of'] | '', ...statuses: string[]) =>
    rows
      .filter((row) => (of === '' || row.of === of) && statuses.includes(row.status))
      .reduce((sum, row) => sum + row.n, 0)
  return {
    waiting: count('', 'waiting', 'held', 'sending', 'new', 'started', 'delayed'),
    scheduled: count('delivery', 'scheduled'),
    canceled: count('delivery', 'canceled'),
    failed: count('', 'failed'),
    total: rows.reduce((sum, row) => sum + row.n, 0),
    copies: rows.filter((row) => row.of === 'copy').reduce((sum, row) => sum + row.n, 0),
    copiesFailed: count('copy', 'failed'),
    copiesWaiting: count('copy', 'new', 'started', 'delayed'),
    copiesCanceled: count('copy', 'canceled'),
  }
}

function finalEnding(state: Outstanding): Ending {
  const hasFailed = state.failed > 0
  const failure = `${state.failed} of ${state.total} deliveries and copies failed.`
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

function successOf({ total, scheduled, canceled }: Outstanding): string {
  if (total === 0) return 'Everything about this filing was done with another notice of it.'
  if (scheduled === 0 && canceled === 0) return 'Everybody was told and everything is stored.'
  const later = scheduled === 0 ? [] : [`${people(scheduled)} told in the daily message`]
  const never = canceled === 0 ? [] : [`${people(canceled)} not told`]
  return `${['Everything is stored', ...later, ...never].join('; ')}.`
}

function people(count: number): string {
  return `${count} ${count === 1 ? 'person is' : 'people are'}`
}

/**
 * Items that had ended when the daily message could not be sent to somebody: a person has to see to it, as with one who
 * is told at once.
 */
export async function reopenAsFailed(
  trx: Trx,
  firmId: number,
  { itemIds, sentence }: { itemIds: readonly string[]; sentence: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from inbox_items where firm_id = ${firmId} and id = any(${itemIds}::uuid[]) and status = 'Succeeded'
    order by id for update`.execute(trx)
  const failed = {
    lines: [{ stage: 'settle', outcome: 'failed', sentence }],
    expected: ['Succeeded' as const],
    columns: {
      status: 'Failed',
      disposition: 'PARTIAL_SUCCESS',
      reason: sentence.slice(0, 1000),
      action_required: 'USER',
    },
  }
  await runTogether(
    trx,
    rows.map(
      ({ id }) =>
        () =>
          commitStep(trx, { firmId, itemId: id, ...failed }),
    ),
  )
}

/** People were told, but a document is missing: a person has to find it, and the others must not wait for that. */
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
  const told = state.total - state.copies
  return `Telling ${told} ${told === 1 ? 'person' : 'people'}, storing ${state.copies} ${state.copies === 1 ? 'copy' : 'copies'}.`
}
