import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { findCourt } from '../courts/directory/directory.ts'
import { shortCourtName } from '../courts/directory/short-name.ts'
import { type ActionTarget, getItem, type ItemState, refuseTransition } from './item-state.ts'
import { confirmationOf } from './matching/contradictions.ts'
import type { MatchReview } from './pipeline/stage.ts'
import { reopen } from './reopen.ts'
import { lacksCourt, lockSiblings } from './siblings.ts'
import { keepAlong, keepConfirmation } from './undo/keep-item.ts'

/** How many other items were waiting for the same answer and continue with it. */
export interface Answered {
  siblings: number
}

/** Sets the case of an item; items of the same docket that are waiting for the same answer continue too. */
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
    columns: { case_id: target.caseId, other_case_ids: await findAnswered(trx, target) },
  })
  const filings = await findFilings(trx, { firmId: target.firmId, ids })
  await keepAlong(trx, target, { table: 'envelopes', ids: filings })
  await sql`
    update envelopes set case_id = ${target.caseId}::uuid, other_case_ids = ${caseIds.slice(1)}::uuid[],
      possible_case_ids = '{}', updated_at = now()
    where firm_id = ${target.firmId} and id = any(${[...filings]}::uuid[])`.execute(trx)
  return { siblings: ids.length - 1 }
}

/** The cases of an email of Courtcrier that the message answers; it is of none of the others that were possible. */
async function findAnswered(trx: Trx, { firmId, itemId }: ActionTarget): Promise<readonly string[]> {
  const { rows } = await sql<{ ids: readonly string[] | null }>`
    select outcomes #> '{authenticate,result,otherCaseIds}' as ids from item_progress
    where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
  return rows[0]?.ids ?? []
}

async function findFilings(
  trx: Trx,
  { firmId, ids }: { firmId: number; ids: readonly string[] },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct envelope_id as id from inbox_items
    where firm_id = ${firmId} and id = any(${[...ids]}::uuid[]) and envelope_id is not null`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Adds an item's case to the firm's ignored cases through `ignore`, and rematches everything waiting for that case, so
 * that the pipeline ends it as ignored.
 */
export async function ignoreItsCase(
  trx: Trx,
  jobs: JobQueue,
  target: ActionTarget,
  ignore: (docket: { caseNumber: string; name: string | null; ecfxJurisdictionId: string }) => Promise<void>,
): Promise<Answered> {
  const item = await getItem(trx, target)
  if (item.status !== 'Action Required' || item.nextStage !== 'match' || !item.docketNumber || !item.courtId) {
    throw new ApiError('wrong_state', { sentence: 'Only a notice that needs a case can be ignored with it.' })
  }
  await ignore({ caseNumber: item.docketNumber, name: item.caseName, ecfxJurisdictionId: item.courtId })
  const ids = await reopenAll(trx, jobs, target, {
    item,
    sentence: 'The firm ignores this case from now on.',
    siblingSentence: 'The firm ignores this case from now on, as chosen for another of its notices.',
    next: 'match',
  })
  return { siblings: ids.length - 1 }
}

/** Sets the court of a notice that doesn't show it; other items of the same sender waiting for that continue too. */
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
    throw new ApiError('wrong_state', { sentence: "This item doesn't need a court." })
  }
  const ids = await reopenAll(trx, jobs, target, {
    item,
    sentence: `${shortCourtName(court)} was chosen.`,
    siblingSentence: `${shortCourtName(court)} was chosen for another notice of the same sender.`,
    next: 'parse',
    outcomes: { givenCourt: court.id },
  })
  return { siblings: ids.length - 1 }
}

/** Whether an item is a court notice that waits for a person to choose its court. */
async function isWithoutCourt(
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
    await reopen(trx, jobs, {
      target: { ...target, itemId },
      from: ['Action Required'],
      sentence: siblingSentence,
      ...rest,
    })
  }
  return [target.itemId, ...siblings]
}

/** An item can continue after the match stage only once it is parsed, retrieved and prepared. */
async function refuseUnmatched(trx: Trx, { firmId, itemId }: ActionTarget): Promise<void> {
  const { rows } = await sql<{ isReady: boolean }>`
    select outcomes ? 'prepare' as "isReady" from item_progress where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(
    trx,
  )
  if (rows[0]?.isReady) return
  throw new ApiError('wrong_state', { sentence: "This item isn't ready for a case to be chosen." })
}

async function getCaseName(trx: Trx, { firmId, caseId }: { firmId: number; caseId: string }): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select name from cases where firm_id = ${firmId} and id = ${caseId}::uuid`.execute(trx)
  const [row] = rows
  if (!row) throw new ApiError('invalid_input', { problems: [{ field: 'case_id', code: 'not_reference' }] })
  return row.name
}

/**
 * Remembers that a person chose the case although the notice contradicts it, so that the next notice with this number
 * and name in this court doesn't ask again. Returns the cases of the notice's other dockets, which continue with it.
 */
async function confirmMatch(trx: Trx, target: ActionTarget & { caseId: string }): Promise<readonly string[]> {
  const { firmId, itemId, userId, caseId } = target
  const { rows } = await sql<{ review: MatchReview | null; notice: Notice | null }>`
    select outcomes -> 'review' as review, outcomes #> '{parse,result,notice}' as notice
    from item_progress where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
  const [{ review, notice } = { review: null, notice: null }] = rows
  if (notice && review?.doubts?.some((doubt) => doubt.caseId === caseId)) {
    for (const entry of notice.cases) {
      const { courtId, docketNumber, caseName } = confirmationOf(notice.courtId.value, entry)
      const { rows: added } = await sql<{ id: string }>`
        insert into confirmed_matches (firm_id, id, case_id, court_id, docket_number, case_name, user_id)
        values (${firmId}, ${newId()}::uuid, ${caseId}::uuid, ${courtId}, ${docketNumber}, ${caseName}, ${userId}::uuid)
        on conflict do nothing returning id`.execute(trx)
      for (const { id } of added) await keepConfirmation(trx, target, id)
    }
  }
  return review?.matched ?? []
}
