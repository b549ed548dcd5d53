import { termInSentence } from '@courtcrier/contract/dictionary.ts'
import type { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { attempt } from '../api/attempt.ts'
import { recordChanges } from '../api/record-changes.ts'
import type { Trx } from '../base/db/database.ts'
import { dictionaryOf } from '../firm/dictionary.ts'
import { deleteRow } from '../resources/store.ts'
import type { ImportPlan } from './import-batch.ts'
import { type RowError, rowError } from './row-error.ts'
import { countUnseen, readUnseen } from './seen-rows.ts'

/** What becomes of the records that are missing from the file. */
export interface DeletionListener {
  /** Called before each; throws to stop. */
  demandGoOn: () => void
  onDeleted: (row: AnyRow) => void
  onKept: (error: RowError) => void
}

/**
 * Deletes the records, of those that whoever imports may see, that no row of the file was about. A record in use stays, and is told as an error. Deletes
 * nothing when there are more than `most`, and gives why the run must stop.
 */
export async function deleteMissing(
  trx: Trx,
  plan: ImportPlan,
  { most, demandGoOn, onDeleted, onKept }: DeletionListener & { most: number | undefined },
): Promise<string | undefined> {
  const { resource, writer } = plan
  const count = most === undefined ? 0 : await countUnseen(trx, resource, writer)
  if (most !== undefined && count > most) {
    const records = termInSentence(resource, 'many', await dictionaryOf(trx, writer.firmId))
    return (
      `${count} ${records} are not in the file and would be deleted, ` +
      `but an import may delete at most ${most} (firm information). Nothing was imported.`
    )
  }
  for await (const id of readUnseen(trx, resource, writer)) {
    demandGoOn()
    const refusal = await attempt(trx, async () => onDeleted(await deleteOne(trx, plan, id)))
    if (refusal) onKept(errorOf(id, refusal))
  }
  return undefined
}

async function deleteOne(trx: Trx, plan: ImportPlan, id: string): Promise<AnyRow> {
  const row = await deleteRow(trx, plan.resource, { ...plan.writer, id })
  await recordChanges(trx, { ...plan, by: 'an import' }, [{ type: 'object delete', row }])
  return row
}

function errorOf(id: string, refusal: ApiError): RowError {
  return rowError(0, {
    found: id,
    expected: `A record that can be deleted. ${refusal.message}`,
    fix: 'Put the record back into the file, or remove what uses it first.',
  })
}
