import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { confirmationOf } from '../matching/contradictions.ts'
import type { ActionTarget } from './item-state.ts'
import type { MatchReview } from './stage.ts'

/**
 * Remembers that a person chose the case although the notice contradicts it, so that the next notice of this number and
 * name in this court is not asked about again. Returns the cases of the notice's other dockets, which go on with it.
 */
export async function confirmMatch(
  trx: Trx,
  { firmId, itemId, userId, caseId }: ActionTarget & { caseId: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ review: MatchReview | null; notice: Notice | null }>`
    select outcomes -> 'review' as review, outcomes #> '{parse,result,notice}' as notice
    from item_progress where firm_id = ${firmId} and id = ${itemId}::uuid`.execute(trx)
  const [{ review, notice } = { review: null, notice: null }] = rows
  if (notice && review?.doubts?.some((doubt) => doubt.caseId === caseId)) {
    for (const entry of notice.cases) {
      const { courtId, docketNumber, caseName } = confirmationOf(notice.courtId.value, entry)
      await sql`
        insert into confirmed_matches (firm_id, id, case_id, court_id, docket_number, case_name, user_id)
        values (${firmId}, ${newId()}::uuid, ${caseId}::uuid, ${courtId}, ${docketNumber}, ${caseName}, ${userId}::uuid)
        on conflict do nothing`.execute(trx)
    }
  }
  return review?.matched ?? []
}
