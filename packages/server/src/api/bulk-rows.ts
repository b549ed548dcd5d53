import { ApiError } from '@courtcrier/contract/errors.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { parseSelection, type RowOutcome, type RowSelection } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { behaviourOf } from '../resources/registry.ts'
import { lockSelected } from '../resources/selected-rows.ts'
import { getRow } from '../resources/store.ts'
import { attempt, refusalSentence } from './attempt.ts'

export interface BulkCall {
  selection: RowSelection
  /** Says what would become of each row, and changes nothing. */
  isRehearsal: boolean
}

/** What a call on several rows came to. */
export interface BulkResult {
  outcomes: readonly RowOutcome[]
  /** By what all of it is taken back; absent when nothing was changed, or cannot be taken back. */
  undoId?: string | undefined
}

/** Reads a selection and whether it is a rehearsal. Throws `invalid_input` as `readSelection` does. */
export function readBulkCall(resource: Resource, body: AnyRow, caller: Caller): BulkCall {
  const { rehearse = false, ...selected } = body
  if (typeof rehearse !== 'boolean')
    throw new ApiError('invalid_input', { problems: [{ field: 'rehearse', code: 'not_boolean' }] })
  return { selection: readSelection(resource, selected, caller), isRehearsal: rehearse }
}

/** Throws `invalid_input` for what is no selection, or for a filter the role may not use. */
export function readSelection(resource: Resource, body: AnyRow, { role }: Caller): RowSelection {
  const parsed = parseSelection(resource, body, role)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  const { selection } = parsed
  const hidden = behaviourOf(resource).present?.fields ?? []
  const filters = 'ids' in selection ? [] : selection.filters
  const problems = filters.flatMap(({ field }) => (hidden.includes(field) ? [{ field, code: 'unknown_field' }] : []))
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return selection
}

interface BulkChange {
  call: BulkCall
  caller: Caller
  /** Does it to one row. */
  change: (id: string) => Promise<unknown>
  isDeletion?: boolean
}

/** Does something to what is selected, row by row: what is refused stays and says why, the others are done. */
export async function changeSelected(trx: Trx, resource: Resource, bulk: BulkChange): Promise<RowOutcome[]> {
  const { selection, isRehearsal } = bulk.call
  await sql`savepoint bulk_change`.execute(trx)
  const ids = await lockSelected(trx, resource, { selection, scope: bulk.caller })
  const outcomes: RowOutcome[] = []
  for (const id of ids) outcomes.push(await changeOne(trx, resource, { id, bulk }))
  if (isRehearsal) await sql`rollback to savepoint bulk_change`.execute(trx)
  const there = new Set(ids)
  const missing = 'ids' in selection ? selection.ids.filter((id) => !there.has(id)) : []
  return [...outcomes, ...missing.map(absent)]
}

function absent(id: string): RowOutcome {
  return { id, title: null, isDone: false, reason: new ApiError('not_found').message }
}

/** An attempt a row: one that the database refuses must not take the others with it. */
async function changeOne(
  trx: Trx,
  resource: Resource,
  { id, bulk }: { id: string; bulk: BulkChange },
): Promise<RowOutcome> {
  let title: string | null = null
  const refusal = await attempt(
    trx,
    async () => {
      title = titleOf(resource, await getRow(trx, resource, { ...bulk.caller, id }), bulk.caller.role)
      await bulk.change(id)
    },
    { isDeletion: bulk.isDeletion === true },
  )
  return refusal
    ? { id, title, isDone: false, reason: refusalSentence(resource, refusal) }
    : { id, title, isDone: true }
}

/** What a row is called; null where the role may not see it. */
export function titleOf(resource: Resource, row: AnyRow, role: Caller['role']): string | null {
  if (fieldAccess(resource, resource.title, role) === 'DENY') return null
  const title = row[resource.title]
  return title === null || title === undefined ? null : String(title)
}
