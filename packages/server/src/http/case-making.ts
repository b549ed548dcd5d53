import { permittedField, subjectAccess } from '@courtcrier/contract/access.ts'
import {
  type CaseMaking,
  previewUnmaking,
  readCaseMaking,
  reviewCase,
  undoCaseMaking,
} from '@courtcrier/contract/calls/case-making.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { SecretBox } from '../base/db/rows.ts'
import type { Services } from '../base/services.ts'
import { previewUndoing, undoMaking } from '../notices/case-creation/undo-making.ts'
import type { Caller } from '../records/caller.ts'
import { getRow } from '../records/read-row.ts'
import { isVisible } from '../records/visible-rows.ts'
import { writeRow } from '../records/write/write-rows.ts'
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
    await withFirmWrite(database, caller.firmId, (trx) => markReviewed(trx, { caller, id, box: secrets }))
  })
  serveCall(api, previewUnmaking, async ({ params: { id }, request }) => {
    const caller = demandUndoing(request)
    return withFirm(database, caller.firmId, (trx) => previewUndoing(trx, { caller, caseId: id }))
  })
  serveCall(api, undoCaseMaking, async ({ params: { id }, request }) => {
    const caller = demandUndoing(request)
    return withFirmWrite(database, caller.firmId, (trx) => undoMaking(trx, { caller, caseId: id, box: secrets, jobs }))
  })
}

function demandUndoing(request: FastifyRequest): Caller {
  const caller = demand(request, courtCase, 'FULL')
  demand(request, inboxItem, 'FULL')
  if (permittedField(inboxItem.subject, 'status', caller.role) !== 'FULL') throw new ApiError('forbidden')
  return caller
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

async function markReviewed(
  trx: Trx,
  { caller, id, box }: { caller: Caller; id: string; box: SecretBox },
): Promise<void> {
  const row = await getRow(trx, courtCase, { ...caller, id, isLocked: true })
  if (row.madeByRule === 'NO') throw new ApiError('wrong_state', { sentence: 'No rule made this case.' })
  if (row.madeByRule === 'REVIEWED') return
  const change = {
    ...({ kind: 'update', id, input: {}, set: { madeByRule: 'REVIEWED' } } as const),
    says: (name: string) => ({ sentence: `The case "${name}", which a rule made, was reviewed.` }),
  }
  await writeRow(trx, courtCase, change, { ...caller, box })
}
