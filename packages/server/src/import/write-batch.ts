import type { ApiError } from '@courtcrier/contract/errors.ts'
import { attempt } from '../api/attempt.ts'
import { type ChangedRow, recordChanges } from '../api/record-changes.ts'
import type { Trx } from '../base/db/database.ts'
import { findBeyond } from '../resources/beyond.ts'
import { findReferenceProblems } from '../resources/reference-problems.ts'
import { behaviourOf } from '../resources/registry.ts'
import type { Touch } from '../resources/touch.ts'
import { type ImportPlan, problemErrors, type ReadyRow, type RefusedRow } from './import-batch.ts'
import { rowError } from './row-error.ts'
import { insertRows, updateRows } from './write-rows.ts'

/**
 * Writes rows that change something, together; when the database refuses them, each by itself, so that only those
 * that are wrong are refused. Gives those.
 */
export async function writeBatch(trx: Trx, plan: ImportPlan, rows: readonly ReadyRow[]): Promise<RefusedRow[]> {
  const { refused, accepted } = await askRules(trx, plan, rows)
  if (accepted.length === 0) return refused
  const problem = await attempt(trx, () => writeRows(trx, plan, accepted))
  if (problem === undefined) return refused
  for (const row of accepted) {
    const own = await attempt(trx, () => writeRows(trx, plan, [row]))
    if (own) refused.push(refusalOf(plan, row, own))
  }
  return refused
}

/** Rules of the resource that need the database: of what kind a record is that is named, and what its fields do not say. */
async function askRules(
  trx: Trx,
  plan: ImportPlan,
  rows: readonly ReadyRow[],
): Promise<{ refused: RefusedRow[]; accepted: readonly ReadyRow[] }> {
  const { beforeSave } = behaviourOf(plan.resource)
  const wrong = await findWrongKinds(trx, plan, rows)
  const refused: RefusedRow[] = []
  const accepted: ReadyRow[] = []
  for (const [index, ready] of rows.entries()) {
    const own = [...(wrong[index] ?? []), ...((await beforeSave?.(trx, saveOf(plan, ready))) ?? [])]
    const problems = own.length > 0 ? own : await findBeyond(trx, plan.resource, touchOf(plan, ready))
    if (problems.length === 0) accepted.push(ready)
    else refused.push({ row: ready.row, errors: problemErrors(plan, ready.row, problems) })
  }
  return { refused, accepted }
}

/** Only fields that take a kind are asked about: that the records are there is known since they were looked up. */
function findWrongKinds(
  trx: Trx,
  { resource, columns, writer }: ImportPlan,
  rows: readonly ReadyRow[],
): ReturnType<typeof findReferenceProblems> {
  const bound = columns.filter(({ field }) => field.only).map(({ key }) => key)
  if (bound.length === 0) return Promise.resolve([])
  const named = rows.map(({ values }) =>
    Object.fromEntries(bound.filter((key) => key in values).map((key) => [key, values[key]])),
  )
  return findReferenceProblems(trx, resource, { scope: writer, rows: named })
}

async function writeRows(trx: Trx, plan: ImportPlan, rows: readonly ReadyRow[]): Promise<void> {
  const { resource, writer } = plan
  const made = rows.filter(({ current }) => !current)
  const changed = rows.filter(({ current }) => current)
  await insertRows(trx, resource, { ...writer, writes: made })
  await updateRows(trx, resource, { ...writer, writes: changed })
  const { afterSave } = behaviourOf(resource)
  if (afterSave) for (const ready of rows) await afterSave(trx, saveOf(plan, ready))
  const lines = rows.map(({ id, current, values }): ChangedRow => {
    const type = current ? 'object update' : 'object create'
    return { type, row: { ...current, ...values, id }, ...(current ? { before: current, values } : {}) }
  })
  await recordChanges(trx, { ...plan, by: 'an import' }, lines)
}

function saveOf({ writer }: ImportPlan, { id, values, current }: ReadyRow) {
  return { firmId: writer.firmId, id, values, writer, ...(current ? { current } : {}) }
}

function touchOf({ writer }: ImportPlan, { id, values, current }: ReadyRow): Touch {
  return {
    firmId: writer.firmId,
    id,
    writer,
    ...(current ? { before: current } : {}),
    after: { ...current, ...values },
  }
}

function refusalOf(plan: ImportPlan, { row }: ReadyRow, problem: ApiError): RefusedRow {
  const errors = problemErrors(plan, row, problem.problems)
  const whole = rowError(row.number, { expected: problem.message, fix: 'Correct the row.' })
  return { row, errors: errors.length > 0 ? errors : [whole] }
}
