import { permittedField, subjectAccess } from '@courtcrier/contract/access.ts'
import { type CaseMaking, readCaseMaking, reviewCase, undoCaseMaking } from '@courtcrier/contract/calls/case-making.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { nextVersion } from '../base/db/row-version.ts'
import type { Services } from '../base/services.ts'
import { undoMaking } from '../notices/case-creation/undo-making.ts'
import { describeChanges, recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { noteHappening } from '../records/happenings/happenings.ts'
import { getRow } from '../records/read-row.ts'
import { isVisible } from '../records/visible-rows.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

/** Cases that rules made: from what, whether a person reviewed them, and undoing them. */
export function caseMakingRoutes(api: FastifyInstance, { database, secrets, jobs }: Services): void {
  serveCall(api, readCaseMaking, async ({ params: { id }, request }) => {
    const caller = demand(request, courtCase, 'READ')
    return withFirm(database, caller.firmId, async (trx) => {
      const row = await getRow(trx, courtCase, { ...caller, id })
      if (fieldAccess(courtCase, 'madeByRule', caller.role) === 'DENY') throw new ApiError('forbidden')
      return row.madeByRule === 'NO'
        ? undefined
        : readMaking(trx, caller, { id, state: row.madeByRule as CaseMaking['state'] })
    })
  })
  serveCall(api, reviewCase, async ({ params: { id }, request }) => {
    const caller = demand(request, courtCase, 'FULL')
    await withFirmWrite(database, caller.firmId, (trx) => markReviewed(trx, caller, id))
  })
  serveCall(api, undoCaseMaking, async ({ params: { id }, request }) => {
    const caller = demand(request, courtCase, 'FULL')
    demand(request, inboxItem, 'FULL')
    if (permittedField(inboxItem.subject, 'status', caller.role) !== 'FULL') throw new ApiError('forbidden')
    return withFirmWrite(database, caller.firmId, (trx) => undoMaking(trx, { caller, caseId: id, box: secrets, jobs }))
  })
}

interface Made {
  rule: string
  name: string | null
  item: string | null
  at: Date
}

async function readMaking(
  trx: Trx,
  caller: Caller,
  { id, state }: { id: string; state: CaseMaking['state'] },
): Promise<CaseMaking | undefined> {
  const sees = (resource: typeof autoCaseCreation | typeof inboxItem) =>
    subjectAccess(resource.subject, caller.role) !== 'DENY'
  const { rows } = await sql<Made>`
    select k.auto_case_creation_id as rule, a.name, k.created_at as at,
      (select t.id from inbox_items t where t.firm_id = k.firm_id and t.id = k.inbox_item_id
        and ${isVisible('t', inboxItem, caller)}) as item
    from case_creations k
      left join auto_case_creations a on a.firm_id = k.firm_id and a.id = k.auto_case_creation_id
    where k.firm_id = ${caller.firmId}::integer and k.case_id = ${id}::uuid`.execute(trx)
  const [made] = rows
  if (!made) return undefined
  const isNamed =
    made.name !== null && sees(autoCaseCreation) && fieldAccess(autoCaseCreation, 'name', caller.role) !== 'DENY'
  return {
    state,
    rule: isNamed ? { id: made.rule, name: made.name ?? '' } : null,
    itemId: sees(inboxItem) ? made.item : null,
    madeAt: new Date(made.at).toISOString(),
  }
}

async function markReviewed(trx: Trx, caller: Caller, id: string): Promise<void> {
  const { firmId } = caller
  const row = await getRow(trx, courtCase, { ...caller, id, isLocked: true })
  if (row.madeByRule === 'NO') throw new ApiError('wrong_state', { sentence: 'No rule made this case.' })
  if (row.madeByRule === 'REVIEWED') return
  await sql`update cases t set made_by_rule = 'REVIEWED', updated_at = ${nextVersion('t')}
    where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'object update', userId: caller.userId, entity: courtCase.name, entityId: id },
    sentence: `The case "${row.name}", which a rule made, was reviewed.`,
    details: describeChanges(courtCase, row, { madeByRule: 'REVIEWED' }),
    recordTitle: String(row.name),
  })
  noteHappening(trx, firmId, { event: 'case.updated', ids: [id] })
  await announce(trx, { firmId, entity: courtCase.name, ids: [id] })
}
