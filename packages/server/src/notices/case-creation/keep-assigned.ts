import type { Notice } from '@courtcrier/contract/notice.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { statement } from '../../base/db/statement.ts'
import { getRow } from '../../records/read-row.ts'
import type { Writer } from '../../records/write/change.ts'
import { writeRow } from '../../records/write/write-rows.ts'
import { type CaseRule, findAssigned } from './plan-case.ts'

/** People whom a rule adds to a case it made, because they were served with a later notice or added to the rule. */
export interface Addition {
  caseId: string
  rule: CaseRule
  people: readonly string[]
}

interface Kept {
  caseId: string
  assigned: readonly string[]
  rule: DatabaseRecord
}

/** Finds whom rules add to these cases for a notice. Whomever a rule assigned before isn't added again. */
export async function findAdditions(
  trx: Trx,
  { firmId, caseIds, notice }: { firmId: number; caseIds: readonly string[]; notice: Notice },
): Promise<readonly Addition[]> {
  const additions: Addition[] = []
  for (const { caseId, assigned, ...kept } of await findKept(trx, { firmId, caseIds })) {
    const rule = rowOf(autoCaseCreation, kept.rule) as unknown as CaseRule
    const people = (await findAssigned(trx, { firmId, notice, rule })).filter((id) => !assigned.includes(id))
    if (people.length > 0) additions.push({ caseId, rule, people })
  }
  return additions
}

const findKept = statement<{ firmId: number; caseIds: readonly string[] }, Kept, readonly Kept[]>({
  columns: '"caseIds" uuid[]',
  row: ({ caseIds }) => ({ caseIds }),
  write: ({ firmId, rows }) => sql`
    select r.n, k.case_id as "caseId", k.assigned, to_jsonb(a.*) as rule
    from ${rows} join case_creations k on k.firm_id = ${firmId} and k.case_id = any(r."caseIds")
      join auto_case_creations a on a.firm_id = k.firm_id and a.id = k.auto_case_creation_id
    where a.assignment_maintenance = 'ADD_NEW'`,
  answer: (rows) => rows,
})

/** Adds the people to the case. The transaction must have no other task, which could change the same case. */
export async function addAssigned(trx: Trx, writer: Writer, { caseId, people }: Addition): Promise<void> {
  const { assignedTimekeepers } = await getRow(trx, courtCase, { ...writer, id: caseId, isLocked: true })
  const assigned = (assignedTimekeepers as readonly string[] | null) ?? []
  const all = [...new Set([...assigned, ...people])]
  await writeRow(trx, courtCase, { kind: 'update', id: caseId, input: { assignedTimekeepers: all } }, writer)
  await sql`
    update case_creations set assigned = assigned || ${[...people]}::uuid[]
    where firm_id = ${writer.firmId}::integer and case_id = ${caseId}::uuid`.execute(trx)
}
