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

type ChosenCase = ActionTarget & { caseId: string }

/** Sets the case of an item; items of the same docket that are waiting for the same answer continue too. */
export async function chooseCase(trx: Trx, jobs: JobQueue, target: ChosenCase): Promise<Answered> {
  const item = await getItem(trx, target)
  refuseTransition(item.status, 'New')
  const name = await getCaseName(trx, target)
  await refuseUnmatched(trx, target)
  await confirmMatch(trx, target)
  const ids = await reopenAll(trx, jobs, target, {
    item,
    sentence: `${name} was chosen.`,
    siblingSentence: `${name} was chosen for another notice of the same docket.`,
    next: 'address',
    given: async (itemId) => {
      const { caseIds, answered } = await findCasesWith(trx, { ...target, itemId })
      return {
        outcomes: { match: { result: { caseIds, chosenBy: target.userId } } },
        columns: { case_id: target.caseId, other_case_ids: answered },
      }
    },
  })
  await setFilingCases(trx, target, ids)
  return { siblings: ids.length - 1 }
}

interface ItsCases {
  /** The chosen case, and those of the notice's other dockets. */
  caseIds: readonly string[]
  /** The cases of an email of Courtcrier that the message answers; it is of none of the others that were possible. */
  answered: readonly string[]
}

/** Each notice has its own other dockets, and answers its own email. */
async function findCasesWith(trx: Trx, { firmId, itemId, caseId }: ChosenCase): Promise<ItsCases> {
  const { rows } = await sql<{ matched: readonly string[] | null; answered: readonly string[] | null }>`
    select outcomes #> '{review,matched}' as matched, outcomes #> '{authenticate,result,otherCaseIds}' as answered
    from item_progress where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
  const [{ matched, answered } = { matched: null, answered: null }] = rows
  return { caseIds: [...new Set([caseId, ...(matched ?? [])])], answered: answered ?? [] }
}

/** Sets the cases of the notices' filings: what was chosen, and the other dockets of all notices of each. */
async function setFilingCases(trx: Trx, target: ChosenCase, itemIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; others: readonly string[] }>`
    select i.envelope_id as id, array(
      select distinct o.id from item_progress p
        cross join jsonb_array_elements_text(p.outcomes #> '{match,result,caseIds}') as o (id)
      where p.firm_id = ${target.firmId} and p.id = any(array_agg(i.id)) and o.id <> ${target.caseId}) as others
    from inbox_items i
    where i.firm_id = ${target.firmId} and i.id = any(${[...itemIds]}::uuid[]) and i.envelope_id is not null
    group by i.envelope_id`.execute(trx)
  await keepAlong(trx, target, { table: 'envelopes', ids: rows.map(({ id }) => id) })
  for (const { id, others } of rows) {
    await sql`
      update envelopes set case_id = ${target.caseId}::uuid, other_case_ids = ${[...others]}::uuid[],
        possible_case_ids = '{}', updated_at = now()
      where firm_id = ${target.firmId} and id = ${id}::uuid`.execute(trx)
  }
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
    given: () => Promise.resolve({ outcomes: { givenCourt: court.id } }),
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

type Reopening = Parameters<typeof reopen>[2]

interface Answer extends Pick<Reopening, 'next'> {
  item: ItemState
  sentence: string
  siblingSentence: string
  /** What the answer gives each of the items. */
  given?: (itemId: string) => Promise<Pick<Reopening, 'outcomes' | 'columns'>>
}

async function reopenAll(
  trx: Trx,
  jobs: JobQueue,
  target: ActionTarget,
  { item, sentence, siblingSentence, next, given }: Answer,
): Promise<readonly string[]> {
  const siblings = await lockSiblings(trx, target, item)
  await reopen(trx, jobs, { target, from: [item.status], sentence, next, ...(await given?.(target.itemId)) })
  for (const itemId of siblings) {
    await reopen(trx, jobs, {
      target: { ...target, itemId },
      from: ['Action Required'],
      sentence: siblingSentence,
      next,
      ...(await given?.(itemId)),
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
 * and name in this court doesn't ask again.
 */
async function confirmMatch(trx: Trx, target: ChosenCase): Promise<void> {
  const { firmId, itemId, userId, caseId } = target
  const { rows } = await sql<{ review: MatchReview | null; notice: Notice | null }>`
    select outcomes -> 'review' as review, outcomes #> '{parse,result,notice}' as notice
    from item_progress where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
  const [{ review, notice } = { review: null, notice: null }] = rows
  if (!notice || !review?.doubts?.some((doubt) => doubt.caseId === caseId)) return
  for (const entry of notice.cases) {
    const { courtId, docketNumber, caseName } = confirmationOf(notice.courtId.value, entry)
    const { rows: added } = await sql<{ id: string }>`
      insert into confirmed_matches (firm_id, id, case_id, court_id, docket_number, case_name, user_id)
      values (${firmId}, ${newId()}::uuid, ${caseId}::uuid, ${courtId}, ${docketNumber}, ${caseName}, ${userId}::uuid)
      on conflict do nothing returning id`.execute(trx)
    for (const { id } of added) await keepConfirmation(trx, target, id)
  }
}
