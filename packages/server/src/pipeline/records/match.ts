import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Recorded, Recording } from '../records.ts'

/** The envelope and the item belong to the case; the case learns the court's own id when it had none. */
export async function recordMatch(_: Trx, { work, result }: Recording<'match'>): Promise<Recorded> {
  const [caseId] = result.caseIds
  const courtCaseId = work.results.parse?.notice.cases[0]?.courtCaseId?.value ?? null
  const envelope = sql`
    update envelopes set case_id = ${caseId}::uuid, updated_at = now()
    where firm_id = ${work.firmId} and id = ${work.envelopeId}::uuid and case_id is distinct from ${caseId}::uuid`
  const ownCase = sql`
    update cases set unique_key = ${courtCaseId}, updated_at = now()
    where firm_id = ${work.firmId} and id = ${caseId}::uuid and unique_key is null and ${courtCaseId}::text is not null`
  return { columns: { case_id: caseId ?? null }, along: [{ statement: envelope }, { statement: ownCase }] }
}
