import type { ApiError } from '@courtcrier/contract/errors.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { attempt } from '../api/attempt.ts'
import { recordChanges } from '../api/record-changes.ts'
import type { Trx } from '../db/database.ts'
import { deleteRow } from '../resources/store.ts'
import { isVisible } from '../resources/visible-rows.ts'
import type { ImportPlan } from './import-batch.ts'
import { type RowError, rowError } from './row-error.ts'

export interface Deletion {
  deleted: number
  errors: RowError[]
  /** Why the run must stop. */
  refusal?: string
}

const pageSize = 5000
const mostErrors = 1000

/**
 * Deletes the records, of those that whoever imports may see, that no row of the file was about. A record in use stays, and is told as an error. Deletes
 * nothing when there are more than `most`.
 */
export async function deleteMissing(trx: Trx, plan: ImportPlan, most: number | undefined): Promise<Deletion> {
  const ids = await findMissing(trx, plan)
  if (most !== undefined && ids.length > most) {
    const refusal =
      `${ids.length} ${plan.resource.label[1].toLowerCase()} are not in the file and would be deleted, ` +
      `but an import may delete at most ${most} (firm information). Nothing was imported.`
    return { deleted: 0, errors: [], refusal }
  }
  const deletion: Deletion = { deleted: 0, errors: [] }
  for (const id of ids) {
    const refusal = await attempt(trx, () => deleteOne(trx, plan, id))
    if (!refusal) deletion.deleted += 1
    else if (deletion.errors.length < mostErrors) deletion.errors.push(errorOf(id, refusal))
  }
  return deletion
}

async function findMissing(trx: Trx, { resource, writer, seen }: ImportPlan): Promise<string[]> {
  const missing: string[] = []
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.table(tableOf(resource))} t
      where t.firm_id = ${writer.firmId}::integer and t.id > ${last}::uuid and ${isVisible(resource, writer)}
      order by t.id limit ${pageSize}`.execute(trx)
    for (const { id } of rows) if (!seen.has(id)) missing.push(id)
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return missing
    last = end.id
  }
}

async function deleteOne(trx: Trx, plan: ImportPlan, id: string): Promise<void> {
  const row = await deleteRow(trx, plan.resource, { ...plan.writer, id })
  await recordChanges(trx, { ...plan, by: 'an import' }, [{ type: 'object delete', row }])
}

function errorOf(id: string, refusal: ApiError): RowError {
  return rowError(0, {
    found: id,
    expected: `A record that can be deleted. ${refusal.message}`,
    fix: 'Put the record back into the file, or remove what uses it first.',
  })
}
