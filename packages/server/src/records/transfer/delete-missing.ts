import { termInSentence } from '@courtcrier/contract/dictionary.ts'
import type { ApiError } from '@courtcrier/contract/errors.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { Trx } from '../../base/db/database.ts'
import { dictionaryOf } from '../dictionary.ts'
import { writeRows } from '../write/write-rows.ts'
import type { ImportPlan } from './import-batch.ts'
import { type RowError, rowError } from './row-error.ts'
import { countUnseen, readUnseen } from './seen-rows.ts'

/** The results for the records missing from the file. */
export interface DeletionListener {
  /** Called before each; throws to stop. */
  demandGoOn: () => void
  onDeleted: (row: AnyRow) => void
  onKept: (error: RowError) => void
}

/**
 * Deletes the records the importer may see and no row of the file was about. A record in use stays, and is reported as
 * an error. Deletes nothing if there are more than `most`, and returns why the run must stop.
 */
export async function deleteMissing(
  trx: Trx,
  plan: ImportPlan,
  { most, demandGoOn, onDeleted, onKept }: DeletionListener & { most: number | undefined },
): Promise<string | undefined> {
  const { resource, writer } = plan
  const count = most === undefined ? 0 : await countUnseen(trx, resource, writer)
  if (most !== undefined && count > most) {
    const records = termInSentence(resource, count === 1 ? 'one' : 'many', await dictionaryOf(trx, writer.firmId))
    return (
      `${count} ${records} ${count === 1 ? 'is' : 'are'} not in the file and would be deleted, ` +
      `but an import may delete at most ${most} (firm information). Nothing was imported.`
    )
  }
  for await (const id of readUnseen(trx, resource, writer)) {
    demandGoOn()
    const [written] = await writeRows(trx, resource, [{ kind: 'delete', id }], { ...writer, by: 'an import' })
    if (written?.kind === 'deleted') onDeleted(written.row)
    if (written?.kind === 'refused') onKept(errorOf(id, written.refusal))
  }
  return undefined
}

function errorOf(id: string, refusal: ApiError): RowError {
  return rowError(0, {
    found: id,
    expected: `A record that can be deleted. ${refusal.message}`,
    fix: 'Put the record back into the file, or remove what uses it first.',
  })
}
