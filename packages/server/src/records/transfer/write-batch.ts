import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { Trx } from '../../base/db/database.ts'
import { behaviourOf } from '../behaviour.ts'
import type { RowChange, Written } from '../write/change.ts'
import { writeRows } from '../write/write-rows.ts'
import { type ImportPlan, problemErrors, type ReadyRow, type RefusedRow } from './import-batch.ts'
import { rowError } from './row-error.ts'

/** A row of the file with its result: the record as it was, if there was one, and the values that changed. */
export interface WrittenRow {
  row: ReadyRow['row']
  id: string
  current: AnyRow | undefined
  values: AnyRow
}

/** The results for some rows of a file. */
export interface WrittenBatch {
  new: WrittenRow[]
  changed: WrittenRow[]
  unchanged: WrittenRow[]
  refused: RefusedRow[]
}

/** Writes rows of a file; only the wrong ones are refused. */
export async function writeBatch(trx: Trx, plan: ImportPlan, rows: readonly ReadyRow[]): Promise<WrittenBatch> {
  const own = await findOwnValues(trx, plan, rows)
  const changes = rows.map(({ id, current, input }): RowChange => {
    return { kind: current ? 'update' : 'create', id, input: { ...input, ...own?.get(id) } }
  })
  const written = await writeRows(trx, plan.resource, changes, { ...plan.writer, by: 'an import' })
  const batch: WrittenBatch = { new: [], changed: [], unchanged: [], refused: [] }
  for (const [index, result] of written.entries()) {
    const ready = rows[index]
    if (!ready) continue
    if (result.kind === 'refused') batch.refused.push(refusalOf(plan, ready, result))
    else batch[kinds[result.kind]].push(resultOf(ready, result))
  }
  return batch
}

/** The values that aren't written as the file has them. */
async function findOwnValues(trx: Trx, { resource, writer }: ImportPlan, rows: readonly ReadyRow[]) {
  const known = rows.flatMap(({ id, current, input }) => (current ? [{ id, current, input }] : []))
  if (known.length === 0) return undefined
  return behaviourOf(resource).importedAs?.(trx, known, writer.firmId)
}

const kinds = { created: 'new', updated: 'changed', unchanged: 'unchanged', deleted: 'unchanged' } as const

function resultOf({ row, id, current }: ReadyRow, result: Exclude<Written, { kind: 'refused' }>): WrittenRow {
  return { row, id, current, values: 'values' in result ? result.values : {} }
}

function refusalOf(plan: ImportPlan, { row }: ReadyRow, { refusal }: Written & { kind: 'refused' }): RefusedRow {
  const errors = problemErrors(plan, row, refusal.problems)
  const whole = rowError(row.number, { expected: refusal.message, fix: 'Correct the row.' })
  return { row, errors: errors.length > 0 ? errors : [whole] }
}
