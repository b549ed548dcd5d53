import { ApiError } from '@courtcrier/contract/errors.ts'
import { isEqualValue, validateValues } from '@courtcrier/contract/input.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import type { RowSelection } from '@courtcrier/contract/selection.ts'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { behaviourOf } from '../resources/registry.ts'
import { loadSelected } from '../resources/selected-rows.ts'
import { updateRow, type Writer } from '../resources/store.ts'
import { closeJournal, openJournal } from '../undo/journal.ts'
import { recordChange } from './audit.ts'
import { type BulkCall, type BulkResult, changeSelected, readBulkCall } from './bulk-rows.ts'

export interface BulkUpdate extends BulkCall {
  /** What every row is to get. */
  values: AnyRow
}

/**
 * Reads the body of a call. Throws `invalid_input` for what is wrong for every row: a field that is unknown or that the
 * role may not change, or a value that does not fit.
 */
export function readBulkUpdate(resource: Resource, body: AnyRow, caller: Caller): BulkUpdate {
  const { values, ...others } = body
  const call = readBulkCall(resource, others, caller)
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw refusal('not_map')
  if (Object.keys(values).length === 0) throw refusal('required')
  const checked = validateValues(resource, rowFromJson(values as AnyRow), caller.role)
  if ('problems' in checked) throw new ApiError('invalid_input', { problems: checked.problems })
  return { ...call, values: checked.values }
}

function refusal(code: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field: 'values', code }] })
}

/** Gives the same values to what is selected, row by row: what is refused stays as it is and says why. */
export async function bulkUpdate(
  trx: Trx,
  resource: Resource,
  { call, caller, box }: { call: BulkUpdate; caller: Caller; box: Writer['box'] },
): Promise<BulkResult> {
  const { firmId, userId, role, timekeeperId } = caller
  const undo = call.isRehearsal ? undefined : openJournal(resource, { firmId, kind: 'update' })
  const writer: Writer = { firmId, role, userId, timekeeperId, box, ...(undo ? { undo } : {}) }
  const change = async (id: string) => {
    const { before, after } = await updateRow(trx, resource, { id, input: call.values, writer })
    await recordChange(trx, { caller, resource, type: 'object update', row: after, before })
  }
  const outcomes = await changeSelected(trx, resource, { call, caller, change })
  return { outcomes, undoId: await closeJournal(trx, undo, userId) }
}

/** What the selected rows have in common, of the fields that the caller may change. */
export async function bulkValues(
  trx: Trx,
  resource: Resource,
  { selection, caller }: { selection: RowSelection; caller: Caller },
): Promise<{ values: AnyRow; mixed: readonly string[] }> {
  const [first, ...others] = await loadSelected(trx, resource, { selection, scope: caller })
  if (!first) return { values: {}, mixed: [] }
  const values: AnyRow = {}
  const mixed: string[] = []
  for (const key of writableKeys(resource, caller)) {
    if (others.every((row) => isEqualValue(row[key], first[key]))) values[snakeCase(key)] = first[key]
    else mixed.push(snakeCase(key))
  }
  return { values, mixed }
}

/** Secrets are left out: nobody is told what they have in common. */
function writableKeys(resource: Resource, { role }: Caller): string[] {
  const hidden = behaviourOf(resource).present?.fields ?? []
  return Object.entries(resource.fields)
    .filter(([key, field]) => !field.readOnly && !field.isComputed && field.kind !== 'secret' && !hidden.includes(key))
    .map(([key]) => key)
    .filter((key) => fieldAccess(resource, key, role) === 'FULL')
}
