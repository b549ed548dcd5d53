import type { Role } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { parseSelection, type RowOutcome, type RowSelection } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { attempt, refusalSentence } from './attempt.ts'
import { behaviourOf } from './behaviour.ts'
import type { Caller } from './caller.ts'
import { getRow } from './read-row.ts'
import { lockSelected, type RelatedFinder, type Selected } from './selected-rows.ts'
import { undoable } from './undo/journal.ts'
import type { RowChange, Writer, Written } from './write/change.ts'
import { writeRows } from './write/write-rows.ts'

export interface BulkCall {
  selection: RowSelection
  /** Reports what would happen to each row, and changes nothing. */
  isRehearsal: boolean
}

/** The result of a call on several rows. */
export interface BulkResult {
  outcomes: readonly RowOutcome[]
  /** The ID to undo all of it by; absent if nothing was changed or it can't be undone. */
  undoId?: string | undefined
}

/** Reads a selection and whether this is a rehearsal. Throws `invalid_input` like `readSelection`. */
export function readBulkCall(resource: Resource, body: AnyRow, caller: Caller): BulkCall {
  const { rehearse = false, ...selected } = body
  if (typeof rehearse !== 'boolean')
    throw new ApiError('invalid_input', { problems: [{ field: 'rehearse', code: 'not_boolean' }] })
  return { selection: readSelection(resource, selected, caller), isRehearsal: rehearse }
}

/** Throws `invalid_input` for a malformed selection, or for a filter the role may not use. */
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

interface BulkWrite {
  call: BulkCall
  writer: Writer
  kind: RowChange['kind']
  changeOf: (id: string) => RowChange
}

/** Writes the selected rows; a refused one stays as it is, with the reason. */
export async function writeSelected(trx: Trx, resource: Resource, bulk: BulkWrite): Promise<BulkResult> {
  const { call, writer, kind, changeOf } = bulk
  const { firmId, userId, role } = writer
  const { result, undoId } = await undoable(trx, resource, { firmId, userId, kind }, (undo) =>
    onSelected(trx, resource, { call, scope: writer }, async (ids) => {
      const written = await writeRows(trx, resource, ids.map(changeOf), { ...writer, undo })
      return written.map((each) => outcomeOf(resource, each, role))
    }),
  )
  return { outcomes: result, undoId }
}

function outcomeOf(resource: Resource, written: Written, role: Role): RowOutcome {
  const { id } = written
  const row = 'before' in written ? written.before : 'row' in written ? written.row : undefined
  const title = row ? visibleTitle(resource, row, role) : null
  if (written.kind === 'unchanged') return { id, title, isDone: false, reason: alreadySo }
  if (written.kind !== 'refused') return { id, title, isDone: true }
  return { id, title, isDone: false, reason: refusalSentence(resource, written.refusal) }
}

const alreadySo = 'It already has these values.'

interface BulkAct {
  call: BulkCall
  caller: Caller
  act: (id: string) => Promise<unknown>
  findRelated?: RelatedFinder | undefined
}

/** Handles the selected rows and related ones one by one; a refused one stays as it is, with the reason. */
export async function actOnSelected(
  trx: Trx,
  resource: Resource,
  { call, caller, act, findRelated }: BulkAct,
): Promise<RowOutcome[]> {
  return onSelected(trx, resource, { call, scope: caller, findRelated }, async (ids) => {
    const outcomes: RowOutcome[] = []
    for (const id of ids) outcomes.push(await actOnOne(trx, resource, { id, caller, act }))
    return outcomes
  })
}

async function onSelected(
  trx: Trx,
  resource: Resource,
  { call: { selection, isRehearsal }, ...selected }: { call: BulkCall } & Omit<Selected, 'selection'>,
  run: (ids: readonly string[]) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  await sql`savepoint bulk_change`.execute(trx)
  const { ids, related } = await lockSelected(trx, resource, { selection, ...selected })
  const outcomes = (await run([...ids, ...related.keys()])).map((outcome) => {
    const owner = related.get(outcome.id)
    return owner === undefined ? outcome : { ...outcome, with: owner }
  })
  if (isRehearsal) await sql`rollback to savepoint bulk_change`.execute(trx)
  const there = new Set(ids)
  const missing = 'ids' in selection ? selection.ids.filter((id) => !there.has(id)) : []
  return [...outcomes, ...missing.map(absent)]
}

function absent(id: string): RowOutcome {
  return { id, title: null, isDone: false, reason: new ApiError('not_found').message }
}

/** A savepoint per row: one the database refuses must not roll back the others. */
async function actOnOne(
  trx: Trx,
  resource: Resource,
  { id, caller, act }: Omit<BulkAct, 'call'> & { id: string },
): Promise<RowOutcome> {
  let title: string | null = null
  const refusal = await attempt(trx, async () => {
    title = visibleTitle(resource, await getRow(trx, resource, { ...caller, id }), caller.role)
    await act(id)
  })
  if (!refusal) return { id, title, isDone: true }
  return { id, title, isDone: false, reason: refusalSentence(resource, refusal) }
}

/** A row's title; null if the role may not see it. */
export function visibleTitle(resource: Resource, row: AnyRow, role: Role): string | null {
  if (fieldAccess(resource, resource.title, role) === 'DENY') return null
  const title = row[resource.title]
  return title === null || title === undefined ? null : String(title)
}
