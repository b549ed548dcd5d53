import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { ColumnValues } from '../commit.ts'
import { otherCases } from './possible-cases.ts'
import type { MatchReview, Work } from './stage.ts'

/**
 * Records which cases a notice may be of, while a person has to decide, for its filing. Returns the columns of the item.
 * Until then, both are behind the walls around all of them: otherwise someone who adds a case with the number of a walled
 * one would see its notices.
 */
export async function recordDoubt(trx: Trx, work: Work, review: object | undefined): Promise<ColumnValues> {
  const { firmId, envelopeId, results } = work
  const { candidates = [], matched = [] } = (review ?? {}) as Partial<MatchReview>
  const possible = [...new Set([...candidates, ...matched])]
  await sql`
    update envelopes set possible_case_ids = ${possible}::uuid[], updated_at = now()
    where firm_id = ${firmId} and id = ${envelopeId ?? null}::uuid and case_id is null
      and possible_case_ids <> ${possible}::uuid[]`.execute(trx)
  return otherCases(results, possible)
}
