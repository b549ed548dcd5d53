import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import { statement } from '../../../base/db/statement.ts'
import type { Recorded, Recording } from '../recording.ts'

/** Sets the case of the envelope and the item, and the court's own ID of the docket on a case that has none. */
export async function recordMatch(trx: Trx, { work, result }: Recording<'match'>): Promise<Recorded> {
  const [caseId, ...others] = result.caseIds
  const { firmId, envelopeId } = work
  const found = new Map(result.matches?.map((match) => [match.caseId, match]))
  await Promise.all(
    result.caseIds.map((id) => {
      const match = found.get(id)
      // An incomplete number may be another defendant's, whose ID must not become the case's.
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
  /** The filing's other cases. */
  others: readonly string[]
  courtCaseId: string | null
}

const noteCase = statement<CaseOfFiling, never, void>({
  columns: '"envelopeId" uuid, "caseId" uuid, others uuid[], "courtCaseId" text',
  row: (filing) => filing,
  write: ({ firmId, rows, every }) => sql`
    with r as (
      select * from ${rows}
    ), envelope as (
      update envelopes e set case_id = r."caseId", other_case_ids = r.others, updated_at = now()
      from r where e.firm_id = ${firmId} and e.id = any(${every('envelopeId')}::uuid[]) and e.id = r."envelopeId"
        and (e.case_id is distinct from r."caseId" or e.other_case_ids is distinct from r.others)
    )
    update cases c set unique_key = r."courtCaseId", updated_at = now()
    from r where c.firm_id = ${firmId} and c.id = any(${every('caseId')}::uuid[]) and c.id = r."caseId" and c.unique_key is null and r."courtCaseId" is not null`,
  answer: () => undefined,
})
