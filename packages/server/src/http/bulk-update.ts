import { ApiError } from '@courtcrier/contract/errors.ts'
import { isEqualValue, validateValues } from '@courtcrier/contract/input.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import type { RowSelection } from '@courtcrier/contract/selection.ts'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { behaviourOf } from '../records/behaviour.ts'
import { type BulkCall, readBulkCall } from '../records/bulk-rows.ts'
import type { Caller } from '../records/caller.ts'
import { loadSelected } from '../records/selected-rows.ts'
import { checkChoices } from '../records/write/check-choices.ts'

export interface BulkUpdate extends BulkCall {
  /** The values for every row. */
  values: AnyRow
}

/**
 * Reads the body of a call. Throws `invalid_input` for problems that every row would have: a field that is unknown or
 * that the role may not change, or an invalid value.
 */
export async function readBulkUpdate(
  database: Database,
  resource: Resource,
  { body, caller }: { body: AnyRow; caller: Caller },
): Promise<BulkUpdate> {
  const { values, ...others } = body
  const call = readBulkCall(resource, others, caller)
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw refusal('not_map')
  if (Object.keys(values).length === 0) throw refusal('required')
  const checked = validateValues(resource, rowFromJson(values as AnyRow, resource), caller.role)
  if (checked.problems.length === 0) return { ...call, values: checked.values }
  const unlisted = await findUnlisted(database, resource, { values: checked.values, caller })
  throw new ApiError('invalid_input', { problems: [...checked.problems, ...unlisted] })
}

/** Values that the firm's own lists don't have: every row would be refused for them, and one answer names all problems. */
async function findUnlisted(
  database: Database,
  resource: Resource,
  { values, caller: { firmId } }: { values: AnyRow; caller: Caller },
): Promise<readonly Problem[]> {
  const checked = await withFirm(database, firmId, (trx) => checkChoices(trx, resource, { firmId, rows: [{ values }] }))
  return checked.flatMap(({ problems }) => problems)
}

function refusal(code: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field: 'values', code }] })
}

/** Returns what the selected rows have in common, among the fields the caller may change. */
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

/** Secrets are left out: what they have in common is never revealed. */
function writableKeys(resource: Resource, { role }: Caller): string[] {
  const hidden = behaviourOf(resource).present?.fields ?? []
  return Object.entries(resource.fields)
    .filter(([key, field]) => !field.readOnly && !field.isComputed && field.kind !== 'secret' && !hidden.includes(key))
    .map(([key]) => key)
    .filter((key) => fieldAccess(resource, key, role) === 'FULL')
}
