import { ApiError } from '@courtcrier/contract/errors.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { findCourt } from '../courts/directory.ts'
import { confirmMatch } from './confirm-match.ts'
import { type ActionTarget, getItem, type ItemState, refuseTransition } from './item-state.ts'
import { reopen } from './reopen.ts'
import { lacksCourt, lockSiblings } from './siblings.ts'

/** How many other items waited for the same answer and went on with it. */
export interface Answered {
  siblings: number
}

/** Decides which case the item belongs to; items of the same docket that wait for the same answer go on too. */
export async function chooseCase(
  trx: Trx,
  jobs: JobQueue,
  target: ActionTarget & { caseId: string },
): Promise<Answered> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  const name = await getCaseName(trx, target)
  await refuseUnmatched(trx, target)
  const others = await confirmMatch(trx, target)
  const caseIds = [target.caseId, ...others.filter((id) => id !== target.caseId)]
  const ids = await reopenAll(trx, jobs, target, {
    item,
    sentence: `${name} was chosen.`,
    siblingSentence: `${name} was chosen for another notice of the same docket.`,
    next: 'address',
    outcomes: { match: { result: { caseIds, chosenBy: target.userId } } },
    columns: { case_id: target.caseId },
  })
  await sql`
    update envelopes set case_id = ${target.caseId}::uuid, other_case_ids = ${caseIds.slice(1)}::uuid[], updated_at = now()
    where firm_id = ${target.firmId} and id in (
      select envelope_id from inbox_items where firm_id = ${target.firmId} and id = any(${[...ids]}::uuid[]))`.execute(
    trx,
  )
  return { siblings: ids.length - 1 }
}

/**
 * Puts the case of an item among the firm's ignored ones, which `ignore` does, and lets all that waits for that case be
 * matched anew: the pipeline itself then ends them as ignored.
 */
export async function ignoreItsCase(
  trx: Trx,
  jobs: JobQueue,
  target: ActionTarget,
  ignore: (docket: { caseNumber: string; name: string | null; ecfxJurisdictionId: string }) => Promise<void>,
): Promise<Answered> {
  const item = await getItem(trx, target)
  if (item.status !== 'Action Required' || item.nextStage !== 'match' || !item.docketNumber || !item.courtId) {
    throw new ApiError('wrong_state', { sentence: 'Only a notice that waits for its case can be ignored with it.' })
  }
  await ignore({ caseNumber: item.docketNumber, name: item.caseName, ecfxJurisdictionId: item.courtId })
  const ids = await reopenAll(trx, jobs, target, {
    item,
    sentence: 'The firm ignores this case from now on.',
    siblingSentence: 'The firm ignores this case from now on, as was said at another notice of it.',
    next: 'match',
  })
  return { siblings: ids.length - 1 }
}

/** Says which court a notice is from that does not show it; what else waits for that of the same sender goes on too. */
export async function chooseCourt(
  trx: Trx,
  jobs: JobQueue,
  target: ActionTarget & { courtId: string },
): Promise<Answered> {
  const court = findCourt(target.courtId)
  if (!court) throw new ApiError('invalid_input', { problems: [{ field: 'court_id', code: 'not_reference' }] })
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  if (!(await isWithoutCourt(trx, target, item))) {
    throw new ApiError('wrong_state', { sentence: 'This item does not wait for its court.' })
  }
  const ids = await reopenAll(trx, jobs, target, {
    item,
    sentence: `${court.name} was chosen.`,
    siblingSentence: `${court.name} was chosen for another notice of the same sender.`,
    next: 'parse',
    outcomes: { givenCourt: court.id },
  })
  return { siblings: ids.length - 1 }
}

/** Whether an item is a court's notice that waits for a person to say which court's. */
export async function isWithoutCourt(
  trx: Trx,
  { firmId, itemId }: Pick<ActionTarget, 'firmId' | 'itemId'>,
  { status, nextStage }: Pick<ItemState, 'status' | 'nextStage'>,
): Promise<boolean> {
  if (status !== 'Action Required' || nextStage !== 'parse') return false
  const { rows } = await sql`
    select 1 from item_progress p where p.firm_id = ${firmId} and p.id = ${itemId}::uuid and ${lacksCourt}`.execute(trx)
  return rows.length > 0
}

interface Answer extends Pick<Parameters<typeof reopen>[2], 'next' | 'outcomes' | 'columns'> {
  item: ItemState
  sentence: string
  siblingSentence: string
}

async function reopenAll(
  trx: Trx,
  jobs: JobQueue,
  target: ActionTarget,
  { item, sentence, siblingSentence, ...rest }: Answer,
): Promise<readonly string[]> {
  const siblings = await lockSiblings(trx, target, item)
  await reopen(trx, jobs, { target, from: [item.status], sentence, ...rest })
  for (const itemId of siblings) {
    const sibling = { firmId: target.firmId, userId: target.userId, itemId }
    await reopen(trx, jobs, { target: sibling, from: ['Action Required'], sentence: siblingSentence, ...rest })
  }
  return [target.itemId, ...siblings]
}

/** Without its notice read, its documents looked for and prepared, an item cannot go on after its match. */
async function refuseUnmatched(trx: Trx, { firmId, itemId }: ActionTarget): Promise<void> {
  const { rows } = await sql<{ isReady: boolean }>`
    select outcomes ? 'prepare' as "isReady" from item_progress where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(
    trx,
  )
  if (rows[0]?.isReady) return
  throw new ApiError('wrong_state', { sentence: 'This item has not come to where a case is chosen.' })
}

async function getCaseName(trx: Trx, { firmId, caseId }: { firmId: number; caseId: string }): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select name from cases where firm_id = ${firmId} and id = ${caseId}::uuid`.execute(trx)
  const [row] = rows
  if (!row) throw new ApiError('invalid_input', { problems: [{ field: 'case_id', code: 'not_reference' }] })
  return row.name
}
