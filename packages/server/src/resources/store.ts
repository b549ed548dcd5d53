import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { isEqualValue, validateInput } from '@courtcrier/contract/input.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import { type AnyRow, type Resource, redact, tableOf } from '@courtcrier/contract/resource.ts'
import { findMisdirected } from '@courtcrier/contract/secret-destination.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { nextVersion } from '../base/db/row-version.ts'
import { columnValues, type DatabaseRecord, rowOf, type SecretBox } from '../base/db/rows.ts'
import type { UndoJournal } from '../undo/journal.ts'
import { keepChanged, keepCreated, keepDeleted } from '../undo/keep-rows.ts'
import { noteHappening } from '../webhooks/happenings.ts'
import type { Save } from './behaviour.ts'
import { findBeyond, refuseRemoval } from './beyond.ts'
import { inUseSentence, whatLeadsTo } from './in-use.ts'
import { findReferenceProblems } from './reference-problems.ts'
import { behaviourOf } from './registry.ts'
import { computedColumns } from './search.ts'
import type { SearchScope } from './viewer.ts'
import { isVisible, mayHideRows } from './visible-rows.ts'

/** Who writes, and with what the secrets are sealed. */
export interface Writer extends SearchScope {
  box: SecretBox
  /** Where the rows are noted as they were; nothing can be taken back without. */
  undo?: UndoJournal
}

/** A row, and who asks for it. */
export type RowKey = SearchScope & { id: string; isLocked?: boolean }

async function findRow(
  trx: Trx,
  resource: Resource,
  { id, isLocked = false, ...scope }: RowKey,
): Promise<AnyRow | undefined> {
  const { source } = behaviourOf(resource)
  if (source) return source.find(id)
  if (!isUuid(id)) return undefined
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns(resource)} from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${scope.firmId} and t.id = ${id}::uuid and ${isVisible(resource, scope)}
    ${isLocked ? sql`for update of t` : sql``}`.execute(trx)
  return rows[0] && rowOf(resource, rows[0])
}

/** The row. Throws `not_found`, also for ids of other firms and of rows that whoever asks may not see. */
export async function getRow(trx: Trx, resource: Resource, key: RowKey): Promise<AnyRow> {
  const row = await findRow(trx, resource, key)
  if (!row) throw new ApiError('not_found')
  return row
}

/** For what is done to a row without reading it here. Throws `not_found` like `getRow`. */
export async function refuseUnseen(trx: Trx, resource: Resource, key: RowKey): Promise<void> {
  if (mayHideRows(resource, key)) await getRow(trx, resource, key)
}

/** Makes a row of validated input. Throws `invalid_input` with every problem named. */
export async function createRow(trx: Trx, resource: Resource, input: AnyRow, writer: Writer): Promise<AnyRow> {
  await refuseWriter(trx, resource, writer)
  const given = valuesOf(validateInput(resource, input, { role: writer.role }))
  const values = { ...given, ...behaviourOf(resource).stamp?.(writer) }
  refuseRow(resource, values, writer)
  const id = newId()
  await refuseProblems(trx, resource, { firmId: writer.firmId, id, values, writer })
  const columns = columnValues(resource, values, { box: writer.box, isNew: true })
  await sql`
    insert into ${sql.table(tableOf(resource))} (firm_id, id, ${sql.join([...columns.keys()].map((name) => sql.ref(name)))})
    values (${writer.firmId}, ${id}::uuid, ${sql.join([...columns.values()])})`.execute(trx)
  await keepCreated(trx, writer.undo, [id])
  await behaviourOf(resource).afterSave?.(trx, { firmId: writer.firmId, id, values, writer })
  noteHappening(trx, writer.firmId, { event: behaviourOf(resource).happenings?.created, ids: [id] })
  await announce(trx, { firmId: writer.firmId, entity: resource.name, ids: [id] })
  return readBack(trx, resource, { writer, id })
}

/**
 * Changes the given fields of a row; what is not given stays, and a change that changes nothing leaves all of it as it
 * is. Throws `changed_meanwhile` when the row has another `updatedAt` than the one that was expected.
 */
export async function updateRow(
  trx: Trx,
  resource: Resource,
  { id, input, writer, expected }: { id: string; input: AnyRow; writer: Writer; expected?: string | undefined },
): Promise<{ before: AnyRow; after: AnyRow }> {
  const { firmId } = writer
  // First: whoever may write none of them is told so, also of one that is not there for them.
  await refuseWriter(trx, resource, writer)
  const current = await getRow(trx, resource, { ...writer, id })
  refuseChanged(resource, current, { expected, role: writer.role })
  refuseRow(resource, current, writer)
  const values = valuesOf(validateInput(resource, input, { role: writer.role, current }))
  refuseRow(resource, { ...current, ...values }, writer)
  await refuseProblems(trx, resource, { firmId, id, values, current, writer })
  // Only now: a rule may have to lock other rows of the table, which must not happen while this one is held.
  const before = await getRow(trx, resource, { ...writer, id, isLocked: true })
  refuseChanged(resource, before, { expected, role: writer.role })
  // Somebody may have entered a secret since the rules were asked.
  const misdirected = findMisdirected(resource, { current: before, values })
  if (misdirected.length > 0) throw new ApiError('invalid_input', { problems: misdirected })
  const changes = changesOf(resource, before, values)
  const columns = columnValues(resource, changes, { box: writer.box, isNew: false, current: before })
  if (Object.keys(changes).length === 0) return { before, after: before }
  const assignments = [...columns].map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await keepChanged(trx, writer.undo, { ids: [id], columns: [...columns.keys()] })
  await sql`
    update ${sql.table(tableOf(resource))} t set ${sql.join([...assignments, sql`updated_at = ${nextVersion}`])}
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  await behaviourOf(resource).afterSave?.(trx, { firmId, id, values, current: before, writer })
  noteHappening(trx, firmId, { event: behaviourOf(resource).happenings?.updated, ids: [id] })
  await announce(trx, { firmId, entity: resource.name, ids: [id] })
  return { before, after: await readBack(trx, resource, { writer, id }) }
}

function refuseChanged(
  resource: Resource,
  row: AnyRow,
  { expected, role }: { expected: string | undefined; role: SearchScope['role'] },
): void {
  if (expected === undefined || expected === row.updatedAt) return
  throw new ApiError('changed_meanwhile', { current: rowToJson(resource, redact(resource, row, role)) })
}

/** Values that are another than the row has. A secret is written anew, since nobody can tell. */
function changesOf(resource: Resource, row: AnyRow, values: AnyRow): AnyRow {
  const changed = Object.entries(values).filter(
    ([key, value]) => resource.fields[key]?.kind === 'secret' || !isEqualValue(row[key], value),
  )
  return Object.fromEntries(changed)
}

/** Removes a row. Throws `in_use` with what leads to it, `wrong_state` when the resource refuses, `forbidden` when it refuses the user. */
export async function deleteRow(
  trx: Trx,
  resource: Resource,
  { undo, ...key }: RowKey & { undo?: UndoJournal | undefined },
): Promise<AnyRow> {
  const { firmId, id } = key
  await refuseWriter(trx, resource, key)
  const row = await getRow(trx, resource, key)
  refuseRow(resource, row, key)
  await refuseRemoval(trx, resource, { firmId, id, before: row, writer: key })
  const refusal = await behaviourOf(resource).whyNotDeleted?.(trx, row, firmId)
  if (refusal) throw new ApiError('wrong_state', { sentence: refusal })
  const { alsoKnownAs = resource.name, afterDelete } = behaviourOf(resource)
  const uses = await whatLeadsTo(trx, [resource.name, alsoKnownAs], {
    ...{ firmId, ids: [id] },
    isSeen: (source) => isVisible(source, key),
    canSee: sightOf(key.role),
  })
  const sentence = inUseSentence(uses.get(id), { resource, row })
  if (sentence) throw new ApiError('in_use', { sentence })
  await keepDeleted(trx, undo, id)
  await sql`delete from ${sql.table(tableOf(resource))} where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  await afterDelete?.(trx, { firmId, id })
  await announce(trx, { firmId, entity: resource.name, ids: [id] })
  return row
}

/** A row as it was just written: whoever wrote it knows it, also when it is out of their sight by now. */
function readBack(trx: Trx, resource: Resource, { writer, id }: { writer: Writer; id: string }): Promise<AnyRow> {
  return getRow(trx, resource, { ...writer, userId: undefined, id })
}

async function refuseWriter(trx: Trx, resource: Resource, writer: SearchScope): Promise<void> {
  const sentence = await behaviourOf(resource).whyNotWritten?.(trx, writer)
  if (sentence) throw new ApiError('forbidden', { sentence })
}

function refuseRow(resource: Resource, row: AnyRow, { userId, ...scope }: SearchScope): void {
  if (userId === undefined) return
  const sentence = behaviourOf(resource).whyNotAllowed?.(row, { ...scope, userId })
  if (sentence) throw new ApiError('forbidden', { sentence })
}

function valuesOf(result: ReturnType<typeof validateInput>): AnyRow {
  if ('problems' in result) throw new ApiError('invalid_input', { problems: result.problems })
  return result.values
}

async function refuseProblems(trx: Trx, resource: Resource, save: Save): Promise<void> {
  const { firmId, values, current, writer } = save
  const [wrong = []] = await findReferenceProblems(trx, resource, {
    scope: { userId: undefined, timekeeperId: undefined, ...writer, firmId },
    rows: [values],
    before: current ? [current] : [],
  })
  const own = [...wrong, ...((await behaviourOf(resource).beforeSave?.(trx, save)) ?? [])]
  const touch = { ...save, ...(current ? { before: current } : {}), after: { ...current, ...values } }
  const problems = own.length > 0 ? own : await findBeyond(trx, resource, touch)
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
}
