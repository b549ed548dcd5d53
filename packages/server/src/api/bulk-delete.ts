import type { Resource } from '@courtcrier/contract/resource.ts'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { deleteRow } from '../resources/store.ts'
import { closeJournal, openJournal } from '../undo/journal.ts'
import { recordChange } from './audit.ts'
import { type BulkCall, type BulkResult, changeSelected } from './bulk-rows.ts'

/** Deletes what is selected, row by row: what cannot be deleted stays and says why, the others go. */
export async function bulkDelete(
  trx: Trx,
  resource: Resource,
  { call, caller }: { call: BulkCall; caller: Caller },
): Promise<BulkResult> {
  const { firmId, userId } = caller
  const undo = call.isRehearsal ? undefined : openJournal(resource, { firmId, kind: 'delete' })
  const change = async (id: string) => {
    const row = await deleteRow(trx, resource, { ...caller, id, undo })
    await recordChange(trx, { caller, resource, type: 'object delete', row })
  }
  const outcomes = await changeSelected(trx, resource, { call, caller, change, isDeletion: true })
  return { outcomes, undoId: await closeJournal(trx, undo, userId) }
}
