import { ApiError } from '@courtcrier/contract/errors.ts'
import { isEqualValue } from '@courtcrier/contract/input.ts'
import { describeProblem, type Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { behaviourOf, type Save } from '../behaviour.ts'
import { inUseSentence, whatLeadsTo } from '../in-use.ts'
import { findReferenceProblems } from '../reference-problems.ts'
import { computedColumns } from '../search.ts'
import type { Touch } from '../touch.ts'
import { findTwins } from '../twins.ts'
import { idsOf } from '../undo/row-ids.ts'
import { isVisible } from '../visible-rows.ts'
import type { Ready, Refused, RowChange, Writer } from './change.ts'
import { checkChoices } from './check-choices.ts'
import { type Draft, draftOf } from './draft-change.ts'
import { openNamer } from './given-names.ts'

/**
 * Checks changes against everything that may refuse them: visibility, the version they are based on, the fields of the
 * role, references, the resource's own rules, rights beyond the writer's, and for deletions what uses the row. Updated
 * and deleted rows are locked, so that what was checked is what is written. Returns the changes in their order.
 */
export async function checkChanges(
  trx: Trx,
  resource: Resource,
  { changes, writer }: { changes: readonly RowChange[]; writer: Writer },
): Promise<readonly (Ready | Refused)[]> {
  const current = await loadRows(trx, resource, { changes, writer })
  const drafts = await draftsOf(trx, resource, { changes, writer, current })
  await lockRows(trx, resource, { drafts, writer })
  await refuseUsed(trx, resource, { drafts: drafts.filter(isOpen), writer })
  return drafts.map(resultOf)
}

/** Checks changes to the rows as they were read. */
async function draftsOf(
  trx: Trx,
  resource: Resource,
  { changes, writer, current }: { changes: readonly RowChange[]; writer: Writer; current: ReadonlyMap<string, AnyRow> },
): Promise<Draft[]> {
  const drafts = changes.map((change) => draftOf(resource, { change, writer, before: current.get(change.id ?? '') }))
  await checkRules(trx, resource, { drafts: drafts.filter(isOpen), writer })
  await checkRemovals(trx, resource, { drafts: drafts.filter(isOpen), writer })
  return drafts
}

const isOpen = ({ refusal }: Draft) => refusal === undefined

function resultOf({ refusal, problems: _, ...ready }: Draft): Ready | Refused {
  if (!refusal) return { kind: 'ready', ...ready }
  const { id, before } = ready
  return { kind: 'refused', id, refusal, ...(before ? { before } : {}) }
}

/** The rows to update or delete that the writer may see, by ID. */
async function loadRows(
  trx: Trx,
  resource: Resource,
  { changes, writer, isLocked = false }: { changes: readonly RowChange[]; writer: Writer; isLocked?: boolean },
): Promise<ReadonlyMap<string, AnyRow>> {
  const ids = changes.flatMap(({ kind, id }) => (kind !== 'create' && isIdOf(resource, id) ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns('t', resource, writer)} from ${sql.table(tableOf(resource))} t
    where t.firm_id = ${writer.firmId} and t.id = any(${idsOf(resource, ids)}) and ${isVisible('t', resource, writer)}
    ${isLocked ? sql`order by t.id for update of t` : sql``}`.execute(trx)
  return new Map(rows.map((record) => rowOf(resource, record)).map((row) => [String(row.id), row]))
}

function isIdOf(resource: Resource, id: string): boolean {
  return resource.idKind === 'number' ? /^\d{1,9}$/.test(id) : isUuid(id)
}

interface Checked {
  drafts: readonly Draft[]
  writer: Writer
}

/** Checks references, the resource's own rules, and what goes beyond the writer's rights. */
async function checkRules(trx: Trx, resource: Resource, { drafts: all, writer }: Checked): Promise<void> {
  const drafts = all.filter(({ change }) => change.kind !== 'delete')
  if (drafts.length === 0) return
  const rows = drafts.map(({ values, before }) => ({ values, before }))
  const wrong = await findReferenceProblems(trx, resource, { scope: writer, rows })
  const chosen = await checkChoices(trx, resource, { firmId: writer.firmId, rows })
  const { beforeSave, complete } = behaviourOf(resource)
  const nameSave = openNamer(trx, resource)
  for (const [index, draft] of drafts.entries()) {
    const { spelled = {}, problems: unlisted = [] } = chosen[index] ?? {}
    draft.values = { ...draft.values, ...spelled }
    const given = await nameSave(saveOf(draft, writer))
    draft.values = { ...draft.values, ...given.values }
    const isNew = draft.change.kind === 'create' && !draft.change.stored
    if (isNew) draft.values = { ...draft.values, ...(await complete?.(trx, saveOf(draft, writer))) }
    const save = saveOf(draft, writer)
    const ruled = [...given.problems, ...(wrong[index] ?? []), ...unlisted, ...((await beforeSave?.(trx, save)) ?? [])]
    const { before, values } = draft
    const own = firstOfField([...draft.problems, ...ruled])
    const touch = { ...save, ...(before ? { before } : {}), after: { ...before, ...values } }
    const problems =
      own.length > 0
        ? firstOfField([...own, ...(await findTwins(trx, resource, save))])
        : await findBeyond(trx, resource, touch)
    if (problems.length > 0) draft.refusal = new ApiError('invalid_input', { problems })
  }
}

/** A field is named once; what a rule finds in a value that is missing or invalid would only confuse. */
function firstOfField(problems: readonly Problem[]): Problem[] {
  const named = new Set<string>()
  return problems.filter(({ field, alsoReads = [] }) => {
    const isNew = !named.has(field) && !alsoReads.some((other) => named.has(other))
    if (isNew) named.add(field)
    return isNew
  })
}

/** A change as the hooks of a resource see it. */
export function saveOf({ id, values, before }: Pick<Ready, 'id' | 'values' | 'before'>, writer: Writer): Save {
  return { firmId: writer.firmId, id, values, writer, ...(before ? { current: before } : {}) }
}

/**
 * What a touch does beyond the acting person's rights. Every way of writing rows checks this: forms, bulk edits,
 * imports and undo. The program itself has all rights.
 */
async function findBeyond(trx: Trx, resource: Resource, touch: Touch): Promise<readonly Problem[]> {
  if (touch.writer.userId === undefined) return []
  return (await behaviourOf(resource).whyBeyond?.(trx, touch)) ?? []
}

/** Why the acting person may not remove a row; undefined if they may. */
async function whyNotRemovable(trx: Trx, resource: Resource, touch: Omit<Touch, 'after'>): Promise<string | undefined> {
  const [problem] = await findBeyond(trx, resource, touch)
  return problem && describeProblem(problem.code)
}

async function checkRemovals(trx: Trx, resource: Resource, { drafts: all, writer }: Checked): Promise<void> {
  const drafts = all.filter(({ change }) => change.kind === 'delete')
  if (drafts.length === 0) return
  const { firmId } = writer
  const { whyNotDeleted } = behaviourOf(resource)
  for (const draft of drafts) {
    const { id, before = {} } = draft
    const beyond = await whyNotRemovable(trx, resource, { firmId, id, before, writer })
    if (beyond) draft.refusal = new ApiError('forbidden', { sentence: beyond })
    const sentence = beyond ? undefined : await whyNotDeleted?.(trx, before, firmId)
    if (sentence) draft.refusal = new ApiError('wrong_state', { sentence })
  }
}

/**
 * Refuses to delete rows that others refer to. Their rows are locked by now, and what refers to one by a list locks it as
 * a foreign key does, so no one can begin to (`findReferenceProblems`).
 */
async function refuseUsed(trx: Trx, resource: Resource, { drafts, writer }: Checked): Promise<void> {
  const removable = drafts.filter(({ change }) => change.kind === 'delete')
  if (removable.length === 0) return
  const { firmId } = writer
  const { alsoKnownAs = resource.name } = behaviourOf(resource)
  const uses = await whatLeadsTo(trx, [resource.name, alsoKnownAs], {
    ...{ firmId, ids: removable.map(({ id }) => id) },
    isSeen: (alias, source) => isVisible(alias, source, writer),
    canSee: sightOf(writer.role),
  })
  for (const draft of removable) {
    const sentence = inUseSentence(uses.get(draft.id), { resource, row: draft.before ?? {} })
    if (sentence) draft.refusal = new ApiError('in_use', { sentence })
  }
}

/**
 * Locks the rows, and checks the changes of those that someone has changed since once more: two changes that are each
 * allowed may not be so together. Only now, since a rule may have to lock other rows of the table; where it does so once
 * more, these are held, and the database may end the transaction (`withFirmWrite`).
 */
async function lockRows(
  trx: Trx,
  resource: Resource,
  { drafts, writer }: { drafts: Draft[]; writer: Writer },
): Promise<void> {
  const changes = drafts.filter(isOpen).map(({ change }) => change)
  const locked = await loadRows(trx, resource, { changes, writer, isLocked: true })
  for (const [index, draft] of drafts.entries()) {
    if (!isOpen(draft)) continue
    const { change, before } = draft
    const isMoved = before !== undefined && locked.get(draft.id)?.updatedAt !== before.updatedAt
    const [now = draft] = isMoved ? await draftsOf(trx, resource, { changes: [change], writer, current: locked }) : []
    drafts[index] = now
    const row = locked.get(now.id)
    if (row) now.before = row
    const isStored = change.kind === 'update' && change.stored !== undefined
    now.changes = row && !isStored ? changesOf(resource, row, now.values) : now.values
  }
}

/** The values that differ from the row's. A secret is always written again, since it can't be compared. */
function changesOf(resource: Resource, row: AnyRow, values: AnyRow): AnyRow {
  const changed = Object.entries(values).filter(
    ([key, value]) => resource.fields[key]?.kind === 'secret' || !isEqualValue(row[key], value),
  )
  return Object.fromEntries(changed)
}
