import { ApiError } from '@courtcrier/contract/errors.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import type { SecretBox } from '../../base/db/rows.ts'
import { demandAlone } from '../../base/db/together.ts'
import { programScope } from '../../records/viewer.ts'
import type { Writer } from '../../records/write/change.ts'
import { writeRow } from '../../records/write/write-rows.ts'
import { reopen } from '../reopen.ts'
import { lockUnmatched } from '../siblings.ts'
import type { CaseMaker, CreatedCase, MakingCase } from './case-maker.ts'
import { addAssigned } from './keep-assigned.ts'
import type { CasePlan } from './plan-case.ts'

export function openCaseMaker({ secrets, jobs }: { secrets: SecretBox; jobs: JobQueue }): CaseMaker {
  return {
    begin: async (trx, firmId) => {
      demandAlone(trx)
      await sql`select pg_advisory_xact_lock(hashtextextended(${`case-creation:${firmId}`}, 0))`.execute(trx)
    },
    create: async (trx, making) => {
      const made = await writeCase(trx, ruleWriter(making.firmId, secrets), making.plan)
      if ('refused' in made) return made
      await noteCreation(trx, { ...making, ...made })
      await releaseWaiting(trx, jobs, making)
      return made
    },
    add: async (trx, firmId, addition) => {
      demandAlone(trx)
      await addAssigned(trx, ruleWriter(firmId, secrets), addition)
    },
  }
}

/** Writes what a rule says, which the log tells. */
function ruleWriter(firmId: number, box: SecretBox): Writer {
  return { ...programScope(firmId), box, by: 'a rule' }
}

/** What the firm's rules for cases refuse is refused here too, before anything is written. */
async function writeCase(trx: Trx, writer: Writer, { values }: CasePlan): Promise<CreatedCase> {
  try {
    const { id } = await writeRow(trx, courtCase, { kind: 'create', input: values }, writer)
    return { caseId: id }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { refused: error.message }
  }
}

async function noteCreation(
  trx: Trx,
  { firmId, itemId, plan, caseId }: MakingCase & { caseId: string },
): Promise<void> {
  const { rule, preference, plainNumber } = plan
  const { jurisdictionId, assignedTimekeepers } = plan.values
  await sql`
    insert into case_creations (firm_id, id, case_id, auto_case_creation_id, jurisdiction_preference_id, inbox_item_id,
      jurisdiction_id, plain_number, assigned)
    values (${firmId}::integer, ${newId()}::uuid, ${caseId}::uuid, ${rule.id}::uuid, ${preference.id}::uuid,
      ${itemId}::uuid, ${jurisdictionId}::uuid, ${plainNumber}, ${[...assignedTimekeepers]}::uuid[])`.execute(trx)
}

/** The other notices that wait for this case continue; each is matched by itself. */
async function releaseWaiting(trx: Trx, jobs: JobQueue, { firmId, itemId, courtId, plan }: MakingCase): Promise<void> {
  const waiting = await lockUnmatched(trx, { firmId, itemId, courtId, docketNumber: String(plan.values.caseNumber) })
  for (const id of waiting)
    await reopen(trx, jobs, {
      target: { firmId, itemId: id },
      from: ['Action Required'],
      sentence: `The rule "${plan.rule.name}" made its case from another notice.`,
      next: 'match',
    })
}
