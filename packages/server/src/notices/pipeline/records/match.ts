import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import type { SecretBox } from '../../../base/db/rows.ts'
import { statement } from '../../../base/db/statement.ts'
import { together } from '../../../base/db/together.ts'
import { programScope } from '../../../records/viewer.ts'
import { writeAtOnce } from '../../../records/write/write-rows.ts'
import type { Recorded, Recording } from '../recording.ts'

/** Sets the case of the envelope and the item, and the court's own ID of the docket on a case that has none. */
export async function recordMatch(trx: Trx, { work, result, secrets }: Recording<'match'>): Promise<Recorded> {
  const [caseId, ...others] = result.caseIds
  const { firmId, envelopeId } = work
  const found = new Map(result.matches?.map((match) => [match.caseId, match]))
  await Promise.all(
    result.caseIds.map(async (id) => {
      const match = found.get(id)
      // An incomplete number may be another defendant's, whose ID must not become the case's.
      const courtCaseId = match?.sureness === 'possible' ? null : (match?.courtCaseId ?? null)
      const filing = { firmId, envelopeId: id === caseId ? envelopeId : undefined, caseId: id, others, courtCaseId }
      const lacksId = await noteCase(trx, filing)
      if (lacksId && courtCaseId !== null) await setCourtCaseId(trx, { firmId, caseId: id, courtCaseId, secrets })
    }),
  )
  return { columns: { case_id: caseId ?? null, other_case_ids: work.results.authenticate?.otherCaseIds ?? [] } }
}

interface CaseOfFiling {
  firmId: number
  envelopeId: string | undefined
  caseId: string
  /** The filing's other cases. */
  others: readonly string[]
  courtCaseId: string | null
}

/** Sets the filing's cases. Returns whether the case lacks the court's ID that the notice has; it is then locked. */
const noteCase = statement<CaseOfFiling, object, boolean>({
  columns: '"envelopeId" uuid, "caseId" uuid, others uuid[], "keyedCaseId" uuid',
  row: ({ courtCaseId, ...filing }) => ({ ...filing, keyedCaseId: courtCaseId === null ? null : filing.caseId }),
  write: ({ firmId, rows, every }) => sql`
    with r as (
      select * from ${rows}
    ), envelope as (
      update envelopes e set case_id = r."caseId", other_case_ids = r.others, possible_case_ids = '{}', updated_at = now()
      from r where e.firm_id = ${firmId} and e.id = any(${every('envelopeId')}::uuid[]) and e.id = r."envelopeId"
        and (e.case_id is distinct from r."caseId" or e.other_case_ids is distinct from r.others
          or e.possible_case_ids <> '{}')
    ), keyless as (
      select id from cases where firm_id = ${firmId} and id = any(${every('keyedCaseId')}::uuid[]) and unique_key is null
      order by id for update
    )
    select r.n from r join keyless k on k.id = r."keyedCaseId"`,
  answer: (rows) => rows.length > 0,
})

interface CourtCaseId {
  firmId: number
  caseId: string
  courtCaseId: string
  secrets: SecretBox
}

/** Sets the court's own IDs as anyone else's changes are written; one that isn't valid is left out. */
const setCourtCaseId = together(async (trx: Trx, questions: readonly CourtCaseId[]) => {
  const [first] = questions
  // Of several notices of one case, the first counts.
  const ids = new Map(questions.toReversed().map(({ caseId, courtCaseId }) => [caseId, courtCaseId]))
  const changes = [...ids].map(([id, uniqueKey]) => ({ kind: 'update' as const, id, input: { uniqueKey } }))
  if (first)
    await writeAtOnce(trx, courtCase, changes, { ...programScope(first.firmId), box: first.secrets, by: 'a notice' })
  return questions.map(() => undefined)
})
