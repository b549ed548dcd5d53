import { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { type BulkAct, bulkActs } from '@courtcrier/contract/triage.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { loadSelected } from '../resources/selected-rows.ts'
import { recordItemAction } from './audit.ts'
import { changeSelected, readBulkCall, readSelection } from './bulk-rows.ts'
import { demandAct, itemActs } from './inbox-acts.ts'
import { readObject } from './negotiation.ts'
import { demand } from './resources.ts'

/** Acts on a selection of items, and the ids of one. */
export function inboxBulkRoutes(api: FastifyInstance, { database, jobs }: Services): void {
  api.post('/inbox/bulk', async (request) => {
    const { action, ...body } = readObject(request)
    const name = actOf(action)
    const caller = demandAct(request, name)
    const call = readBulkCall(inboxItem, body, caller)
    const { firmId, userId } = caller
    return withFirm(database, firmId, async (trx) => {
      const change = async (id: string) => {
        await itemActs[name](trx, { firmId, itemId: id, userId }, jobs)
        await recordItemAction(trx, { caller, id, action: name })
      }
      return { outcomes: await changeSelected(trx, inboxItem, { call, caller, change }) }
    })
  })
  api.post('/inbox/ids', async (request) => {
    const caller = demand(request, inboxItem, 'READ')
    const selection = readSelection(inboxItem, readObject(request), caller)
    const rows = await withFirm(database, caller.firmId, (trx) =>
      loadSelected(trx, inboxItem, { selection, scope: caller }),
    )
    return { ids: rows.map(idOf) }
  })
}

function actOf(action: unknown): BulkAct {
  const name = bulkActs.find((known) => known === action)
  if (name) return name
  const code = action === undefined ? 'required' : `not_choice:${bulkActs.join(', ')}`
  throw new ApiError('invalid_input', { problems: [{ field: 'action', code }] })
}

function idOf({ id }: AnyRow): string {
  return String(id)
}
