import { ApiError } from '@courtcrier/contract/errors.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { parseSelection, type RowOutcome, type RowSelection } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import type { Caller } from '../auth/authenticate.ts'
import type { Trx } from '../db/database.ts'
import { behaviourOf } from '../resources/registry.ts'
import { lockSelected } from '../resources/selected-rows.ts'
import { deleteRow, getRow } from '../resources/store.ts'
import { recordChange } from './audit.ts'
import { databaseProblem } from './database-problem.ts'

export interface BulkDelete {
  selection: RowSelection
  /** Says what would become of each row, and changes nothing. */
  isRehearsal: boolean
}

/** Reads the body of a call. Throws `invalid_input` for what is no selection, or for a filter the role may not use. */
export function readBulkDelete(resource: Resource, body: AnyRow, caller: Caller): BulkDelete {
  const { rehearse = false, ...selected } = body
  if (typeof rehearse !== 'boolean')
    throw new ApiError('invalid_input', { problems: [{ field: 'rehearse', code: 'not_boolean' }] })
  const parsed = parseSelection(resource, selected, caller.role)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  const { selection } = parsed
  const hidden = behaviourOf(resource).present?.fields ?? []
  const filters = 'ids' in selection ? [] : selection.filters
  const problems = filters.flatMap(({ field }) => (hidden.includes(field) ? [{ field, code: 'unknown_field' }] : []))
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return { selection, isRehearsal: rehearse }
}

/** Deletes what is selected, row by row: what cannot be deleted stays and says why, the others go. */
export async function bulkDelete(
  trx: Trx,
  resource: Resource,
  { call, caller }: { call: BulkDelete; caller: Caller },
): Promise<RowOutcome[]> {
  const { selection } = call
  await sql`savepoint bulk_delete`.execute(trx)
  const scope = { firmId: caller.firmId, role: caller.role }
  const ids = await lockSelected(trx, resource, { selection, scope })
  const outcomes: RowOutcome[] = []
  for (const id of ids) outcomes.push(await deleteOne(trx, resource, { id, caller }))
  if (call.isRehearsal) await sql`rollback to savepoint bulk_delete`.execute(trx)
  const there = new Set(ids)
  const missing = 'ids' in selection ? selection.ids.filter((id) => !there.has(id)) : []
  return [...outcomes, ...missing.map(absent)]
}

function absent(id: string): RowOutcome {
  return { id, title: null, isDone: false, reason: new ApiError('not_found').message }
}

/** A savepoint a row: one that the database refuses must not take the others with it. */
async function deleteOne(
  trx: Trx,
  resource: Resource,
  { id, caller }: { id: string; caller: Caller },
): Promise<RowOutcome> {
  const { firmId, role } = caller
  let title: string | null = null
  await sql`savepoint one_row`.execute(trx)
  try {
    title = titleOf(resource, await getRow(trx, resource, { firmId, id }), role)
    const row = await deleteRow(trx, resource, { firmId, id, userId: caller.userId })
    await recordChange(trx, { caller, resource, type: 'object delete', row })
    await sql`release savepoint one_row`.execute(trx)
    return { id, title, isDone: true }
  } catch (cause) {
    const refusal = cause instanceof ApiError ? cause : databaseProblem(cause, true)
    if (!refusal || refusal.code === 'unavailable') throw cause
    await sql`rollback to savepoint one_row`.execute(trx)
    return { id, title, isDone: false, reason: refusal.message }
  }
}

function titleOf(resource: Resource, row: AnyRow, role: Caller['role']): string | null {
  if (fieldAccess(resource, resource.title, role) === 'DENY') return null
  const title = row[resource.title]
  return title === null || title === undefined ? null : String(title)
}
