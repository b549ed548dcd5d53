import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { runTogether, together } from '../db/together.ts'
import { type ColumnValues, commitStep, type HistoryLine, transactionTime } from './commit.ts'

export interface ItemKey {
  firmId: number
  itemId: string
}

/** How an item's deliveries and copies stand. */
interface Outstanding {
  waiting: number
  failed: number
  total: number
  copies: number
  copiesFailed: number
  copiesWaiting: number
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
 * ends. Anything else is left as it is.
 */
export async function settleItems(trx: Trx, firmId: number, itemIds: readonly string[]): Promise<void> {
  // The last two deliveries of an item may commit at the same time; the row lock lets the second see the first. All
  // who lock several items do it in the order of their ids, so that none waits for another that waits for it.
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from inbox_items where firm_id = ${firmId} and id = any(${itemIds}::uuid[])
    order by id for update`.execute(trx)
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
    select inbox_item_id as id, 'delivery' as of, status, count(*)::int as n from deliveries
      where firm_id = ${firmId} and inbox_item_id = any(${itemIds}::uuid[]) group by inbox_item_id, status
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
    waiting: count('', 'waiting', 'sending', 'new', 'started', 'delayed'),
    failed: count('', 'failed'),
    total: rows.reduce((sum, row) => sum + row.n, 0),
    copies: rows.filter((row) => row.of === 'copy').reduce((sum, row) => sum + row.n, 0),
    copiesFailed: count('copy', 'failed'),
    copiesWaiting: count('copy', 'new', 'started', 'delayed'),
  }
}

function finalEnding(state: Outstanding): Ending {
  const hasFailed = state.failed > 0
  const failure = `${state.failed} of ${state.total} deliveries and copies failed.`
  const success =
    state.total === 0
      ? 'Everything about this filing was done with another notice of it.'
      : 'Everybody was told and everything is stored.'
  return {
    line: { stage: 'settle', outcome: hasFailed ? 'failed' : 'succeeded', sentence: hasFailed ? failure : success },
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
  return state.copiesFailed > 0 ? 'failed' : 'succeeded'
}

function waitingSentence(state: Outstanding): string {
  const told = state.total - state.copies
  return `Telling ${told} ${told === 1 ? 'person' : 'people'}, storing ${state.copies} ${state.copies === 1 ? 'copy' : 'copies'}.`
}
