import { ApiError } from '@courtcrier/contract/errors.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { attempt } from '../attempt.ts'
import { behaviourOf } from '../behaviour.ts'
import { recordDirectors } from '../directors/record-directors.ts'
import { recordMoves } from '../directors/record-moves.ts'
import { noteHappening } from '../happenings/happenings.ts'
import { computedColumns } from '../search.ts'
import { waitForTurn } from '../turn.ts'
import { undoable } from '../undo/journal.ts'
import { keepDeleted } from '../undo/keep-rows.ts'
import { idsOf } from '../undo/row-ids.ts'
import type { Done, Ready, Refused, RowChange, Writer, Written } from './change.ts'
import { checkChanges, saveOf } from './check-changes.ts'
import { logChanges } from './log-changes.ts'
import { insertRows, updateRows } from './write-columns.ts'
import { writeMembers } from './write-members.ts'

/**
 * The one way to write rows: rules, stamps, references, uniqueness, the undo journal, hooks, the log, webhooks and the
 * announcement. A refused change leaves its row as it is; the others are written. Returns the result of each change in
 * order. Throws `forbidden` when the resource refuses the writer altogether.
 */
export async function writeRows(
  trx: Trx,
  resource: Resource,
  changes: readonly RowChange[],
  writer: Writer,
): Promise<readonly Written[]> {
  await openWrite(trx, resource, writer)
  const written: Written[] = []
  for (const batch of batchesOf(resource, changes)) written.push(...(await writeBatch(trx, resource, batch, writer)))
  return written
}

/** Writes one row. Throws its refusal; what the database refuses ends the transaction. */
export async function writeRow(trx: Trx, resource: Resource, change: RowChange, writer: Writer): Promise<Done> {
  const [written] = await writeAtOnce(trx, resource, [change], writer)
  if (!written) throw new Error('a change has no result')
  if (written.kind === 'refused') throw written.refusal
  return written
}

/**
 * Writes rows that don't depend on each other, with the same few statements for any number. A refused change leaves its
 * row as it is; what the database refuses ends the transaction, which other work may share, as it has no savepoint.
 */
export async function writeAtOnce(
  trx: Trx,
  resource: Resource,
  changes: readonly RowChange[],
  writer: Writer,
): Promise<readonly Written[]> {
  await openWrite(trx, resource, writer)
  const checked = await checkChanges(trx, resource, { changes, writer })
  const ready = checked.filter((each) => each.kind === 'ready')
  const done = new Map((await carryOut(trx, resource, ready, writer)).map((each) => [each.id, each]))
  return checked.flatMap((each): readonly Written[] | Written =>
    each.kind === 'refused' ? each : (done.get(each.id) ?? []),
  )
}

/** Writes one row so that it can be undone. Throws as `writeRow` does. */
export async function writeUndoable(
  trx: Trx,
  resource: Resource,
  change: RowChange,
  writer: Writer,
): Promise<{ row: AnyRow; undoId: string | undefined }> {
  const { firmId, userId } = writer
  const { result, undoId } = await undoable(trx, resource, { firmId, userId, kind: change.kind }, (undo) =>
    writeRow(trx, resource, change, { ...writer, undo }),
  )
  return { row: result.row, undoId }
}

async function openWrite(trx: Trx, resource: Resource, writer: Writer): Promise<void> {
  await waitForTurn(trx, resource, writer)
  const sentence = await behaviourOf(resource).whyNotWritten?.(trx, writer)
  if (sentence) throw new ApiError('forbidden', { sentence })
}

const longestBatch = 500

/**
 * Rows that may depend on each other are written one by one: a rule may query other rows, and a row may refer to one
 * of the same kind that an earlier change creates or deletes.
 */
function batchesOf(resource: Resource, changes: readonly RowChange[]): readonly (readonly RowChange[])[] {
  const { beforeSave, whyNotDeleted, whyBeyond } = behaviourOf(resource)
  const refersToItself = Object.values(resource.fields).some((field) => field.resource === resource.name)
  const isDependent = (kind: RowChange['kind']) =>
    whyBeyond || refersToItself || (kind === 'delete' ? whyNotDeleted : beforeSave)
  const batches: RowChange[][] = []
  for (const change of changes) {
    const last = batches.at(-1)
    const size = isDependent(change.kind) ? 1 : longestBatch
    if (last && last.length < size && last[0]?.kind === change.kind) last.push(change)
    else batches.push([change])
  }
  return batches
}

/** All at once; if the database refuses that, each by itself, so that only the wrong ones are refused. */
async function writeBatch(
  trx: Trx,
  resource: Resource,
  changes: readonly RowChange[],
  writer: Writer,
): Promise<readonly Written[]> {
  const checked = await checkChanges(trx, resource, { changes, writer })
  const ready = checked.filter((each) => each.kind === 'ready')
  const results = new Map<string, Written>()
  const take = (written: readonly Written[]) => {
    for (const each of written) results.set(each.id, each)
  }
  const options = { isDeletion: changes[0]?.kind === 'delete' }
  const refusal = await attempt(trx, async () => take(await carryOut(trx, resource, ready, writer)), options)
  for (const each of refusal ? ready : []) {
    const own =
      ready.length === 1
        ? refusal
        : await attempt(trx, async () => take(await carryOut(trx, resource, [each], writer)), options)
    if (own) take([refused(each, own)])
  }
  return checked.flatMap((each) => (each.kind === 'refused' ? [each] : (results.get(each.id) ?? [])))
}

function refused({ id, before }: Ready, refusal: ApiError): Refused {
  return { kind: 'refused', id, refusal, ...(before ? { before } : {}) }
}

/** Writes checked changes of one kind with everything that follows from them. */
async function carryOut(trx: Trx, resource: Resource, ready: readonly Ready[], writer: Writer): Promise<Done[]> {
  const changing = ready.filter(({ change, changes }) => change.kind !== 'update' || Object.keys(changes).length > 0)
  const rowsOf = (kind: RowChange['kind']) => changing.filter(({ change }) => change.kind === kind)
  await deleteRows(trx, resource, { rows: rowsOf('delete'), writer })
  await insertRows(trx, resource, { rows: rowsOf('create'), writer })
  await updateRows(trx, resource, { rows: rowsOf('update'), writer })
  await writeMembers(trx, resource, { rows: changing, writer, write: writeRows })
  await recordDirectors(trx, resource, { changes: changing.flatMap(directingOf), by: writer })
  await recordMoves(trx, resource, { changes: changing.map(movingOf), by: writer })
  await runHooks(trx, resource, changing, writer)
  const after = await readBack(trx, resource, { rows: changing, writer })
  const done = ready.map((each) => doneOf(each, after.get(each.id)))
  await logChanges(trx, resource, { done, writer })
  await tell(trx, resource, { done, firmId: writer.firmId })
  return done
}

function directingOf({ change, id, before, changes }: Ready) {
  if (change.kind === 'delete') return []
  return [{ id, changes, isRestored: change.stored !== undefined, ...(before && { before }) }]
}

function movingOf({ change, id, before, changes }: Ready) {
  return { id, ...(before && { before }), ...(change.kind !== 'delete' && { changes }) }
}

interface Rows {
  rows: readonly Ready[]
  writer: Writer
}

async function deleteRows(trx: Trx, resource: Resource, { rows, writer }: Rows): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  for (const id of ids) await keepDeleted(trx, writer.undo, id)
  await sql`
    delete from ${sql.table(tableOf(resource))}
    where firm_id = ${writer.firmId}::integer and id = any(${idsOf(resource, ids)})`.execute(trx)
}

async function runHooks(trx: Trx, resource: Resource, rows: readonly Ready[], writer: Writer): Promise<void> {
  const { afterSave, afterDelete } = behaviourOf(resource)
  const { firmId } = writer
  for (const ready of rows) {
    if (ready.change.kind === 'delete') await afterDelete?.(trx, { firmId, id: ready.id })
    else {
      await ready.change.stored?.alongside?.(trx)
      await afterSave?.(trx, saveOf(ready, writer))
    }
  }
}

/** The rows as written. The writer knows them, even if they are out of sight by now. */
async function readBack(trx: Trx, resource: Resource, { rows, writer }: Rows): Promise<ReadonlyMap<string, AnyRow>> {
  const ids = rows.flatMap(({ change, id }) => (change.kind === 'delete' ? [] : [id]))
  if (ids.length === 0) return new Map()
  const { rows: records } = await sql<DatabaseRecord>`
    select t.*${computedColumns('t', resource, writer)} from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${writer.firmId}::integer and t.id = any(${idsOf(resource, ids)})`.execute(trx)
  return new Map(records.map((record) => rowOf(resource, record)).map((row) => [String(row.id), row]))
}

function doneOf({ change, id, before, values, changes }: Ready, after: AnyRow | undefined): Done {
  if (change.kind === 'create') return { kind: 'created', id, row: after ?? { id, ...values }, values }
  if (!before) throw new Error(`the row ${id} was changed without being read`)
  if (change.kind === 'delete') return { kind: 'deleted', id, row: before }
  const { says } = change
  return after
    ? { kind: 'updated', id, row: after, before, values: changes, ...(says && { says }) }
    : { kind: 'unchanged', id, row: before, before, values: {} }
}

/** Notifies webhooks and everyone who is watching. */
async function tell(
  trx: Trx,
  resource: Resource,
  { done, firmId }: { done: readonly Done[]; firmId: number },
): Promise<void> {
  const idsOfKind = (kind: Done['kind']) => done.filter((each) => each.kind === kind).map(({ id }) => id)
  const { happenings } = behaviourOf(resource)
  noteHappening(trx, firmId, { event: happenings?.created, ids: idsOfKind('created') })
  noteHappening(trx, firmId, { event: happenings?.updated, ids: idsOfKind('updated') })
  const ids = done.flatMap(({ kind, id }) => (kind === 'unchanged' ? [] : [id]))
  if (ids.length > 0) await announce(trx, { firmId, entity: resource.name, ids })
}
