import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { together } from '../../base/db/together.ts'
import type { Recorded, Recording } from '../recording.ts'

/** The envelope and the item belong to the case; a case learns the court's own id of its docket when it had none. */
export async function recordMatch(trx: Trx, { work, result }: Recording<'match'>): Promise<Recorded> {
  const [caseId, ...others] = result.caseIds
  const { firmId, envelopeId } = work
  const found = new Map(result.matches?.map((match) => [match.caseId, match]))
  await Promise.all(
    result.caseIds.map((id) => {
      const match = found.get(id)
      // A number that leaves parts out may be another defendant's, whose id must not become that of the case.
      const courtCaseId = match?.sureness === 'possible' ? null : (match?.courtCaseId ?? null)
      return noteCase(trx, {
        firmId,
        envelopeId: id === caseId ? envelopeId : undefined,
        caseId: id,
        others,
        courtCaseId,
      })
    }),
  )
  return { columns: { case_id: caseId ?? null } }
}

interface CaseOfFiling {
  firmId: number
  envelopeId: string | undefined
  caseId: string
  /** The further cases of the filing. */
  others: readonly string[]
  courtCaseId: string | null
}

const noteCase = together(async (trx: Trx, filings: readonly CaseOfFiling[]) => {
  const [{ firmId } = { firmId: 0 }] = filings
  await sql`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(filings)}::text::jsonb)
        as r ("envelopeId" uuid, "caseId" uuid, others uuid[], "courtCaseId" text)
    ), envelope as (
      update envelopes e set case_id = r."caseId", other_case_ids = r.others, updated_at = now()
      from r where e.firm_id = ${firmId} and e.id = any(${filings.map(({ envelopeId }) => envelopeId)}::uuid[]) and e.id = r."envelopeId"
        and (e.case_id is distinct from r."caseId" or e.other_case_ids is distinct from r.others)
    )
    update cases c set unique_key = r."courtCaseId", updated_at = now()
    from r where c.firm_id = ${firmId} and c.id = any(${filings.map(({ caseId }) => caseId)}::uuid[]) and c.id = r."caseId" and c.unique_key is null and r."courtCaseId" is not null`.execute(
    trx,
  )
  return filings.map(() => undefined)
})
