import { actOnItems, listItemIds } from '@courtcrier/contract/calls/inbox.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FastifyInstance } from 'fastify'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { recordItemAction } from '../../records/audit.ts'
import { actOnSelected, type BulkCall, readBulkCall, readSelection } from '../../records/bulk-rows.ts'
import { loadSelected } from '../../records/selected-rows.ts'
import { undoable } from '../../records/undo/journal.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'
import { demandAct, itemActs } from './inbox-acts.ts'
import { findOfFilings } from './inbox-of-filings.ts'

/** Actions on a selection of items, and the IDs in a selection. */
export function inboxBulkRoutes(api: FastifyInstance, { database, jobs }: Services): void {
  serveCall(api, actOnItems, async ({ body: { action: name, with_filing: withFiling, ...selected }, request }) => {
    const caller = demandAct(request, name)
    const call = readBulkCall(inboxItem, selected, caller)
    const { firmId, userId } = caller
    return withFirmWrite(database, firmId, async (trx) => {
      const findRelated = withFiling ? findOfFilings(trx, caller, name) : undefined
      const { result: outcomes, undoId } = await undoable(
        trx,
        inboxItem,
        { firmId, userId, kind: 'update' },
        (undo) => {
          const journal = isKept(call) ? { undo } : {}
          const act = async (id: string) => {
            await itemActs[name](trx, { firmId, itemId: id, userId, sight: caller, ...journal }, jobs)
            await recordItemAction(trx, { caller, id, action: name })
          }
          return actOnSelected(trx, inboxItem, { call, caller, act, findRelated })
        },
      )
      return { outcomes, ...(undoId === undefined ? {} : { undo_id: undoId }) }
    })
  })
  serveCall(api, listItemIds, async ({ body, request }) => {
    const caller = demand(request, inboxItem, 'READ')
    const selection = readSelection(inboxItem, body, caller)
    const rows = await withFirm(database, caller.firmId, (trx) =>
      loadSelected(trx, inboxItem, { selection, scope: caller }),
    )
    return { ids: rows.map(idOf) }
  })
}

/** The most selected items whose state is recorded: what was read from each message is part of it. */
const mostKept = 50

function isKept({ selection }: BulkCall): boolean {
  return 'ids' in selection && selection.ids.length <= mostKept
}

function idOf({ id }: AnyRow): string {
  return String(id)
}
