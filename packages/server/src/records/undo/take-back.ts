import { termInSentence } from '@courtcrier/contract/dictionary.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { SecretBox } from '../../base/db/rows.ts'
import { recordEvent } from '../audit.ts'
import { behaviourOf } from '../behaviour.ts'
import { visibleTitle } from '../bulk-rows.ts'
import { dictionaryOf } from '../dictionary.ts'
import { findRow } from '../read-row.ts'
import { waitForTurn } from '../turn.ts'
import type { Viewer } from '../viewer.ts'
import type { Written } from '../write/change.ts'
import { writeRows } from '../write/write-rows.ts'
import { type Undo, whyTooLate } from './find-undo.ts'
import { type NotedRow, notedRows, type TakingBack as Taking } from './noted-rows.ts'
import { followVersions, gone, type Reversal, reverse, undoRefusal } from './reversal.ts'
import { takeBackAlong } from './take-back-along.ts'

/** Who undoes what, and the key secrets are sealed with. */
type TakingBack = Taking & Pick<Undo, 'isSilentOnHidden'> & { box: SecretBox }

/** The result of an undo. */
export interface TakenBack {
  done: number
  refused: number
  /** Rows of someone else's change that stay because they are hidden from the caller, who isn't to know of them. */
  unseen?: number
  /** The first thousand rows, refused ones first. */
  outcomes: readonly RowOutcome[]
}

const mostTold = 1000

/**
 * Undoes a change, last step first. A row someone has changed since, or that a rule or the database refuses, stays as
 * it is and can be tried again; the others are restored. Throws `wrong_state` if it is too late, and `forbidden` if the
 * resource refuses the caller.
 */
export async function takeBack(
  trx: Trx,
  { undo, caller, box }: { undo: Undo; caller: Viewer; box: SecretBox },
): Promise<TakenBack> {
  const late = whyTooLate(undo)
  if (late) throw new ApiError('wrong_state', { sentence: late })
  const { resource } = undo
  const { isSilentOnHidden } = undo
  const taking: TakingBack = { undoId: undo.id, resource, caller, box, isSilentOnHidden }
  await waitForTurn(trx, resource, caller)
  const forbidden = await behaviourOf(resource).whyNotWritten?.(trx, caller)
  if (forbidden) throw new ApiError('forbidden', { sentence: forbidden })
  const tally = makeTally()
  tally.add(await takeMembersBack(trx, taking))
  for await (const run of runsOf(trx, taking)) tally.add(await takeRunBack(trx, taking, run))
  await tellLog(trx, undo, { caller, tally })
  if (tally.refused + tally.unseen === 0) {
    await sql`update undos set undone_at = now(), undone_by = ${caller.userId}::uuid
      where firm_id = ${caller.firmId}::integer and id = ${undo.id}::uuid`.execute(trx)
  }
  const { done, refused, unseen } = tally
  return { done, refused, unseen, outcomes: tally.outcomes() }
}

function makeTally() {
  const refusedOnes: RowOutcome[] = []
  const doneOnes: RowOutcome[] = []
  const tally = {
    done: 0,
    refused: 0,
    unseen: 0,
    add: (outcomes: readonly (RowOutcome | 'unseen')[]) => {
      for (const outcome of outcomes) {
        if (outcome === 'unseen') {
          tally.unseen += 1
          continue
        }
        if (outcome.isDone) tally.done += 1
        else tally.refused += 1
        const told = outcome.isDone ? doneOnes : refusedOnes
        if (told.length < mostTold) told.push(outcome)
      }
    },
    outcomes: () => [...refusedOnes, ...doneOnes].slice(0, mostTold),
  }
  return tally
}

/**
 * Undoes what was changed along with the rows: one outcome for each, since people know the row they edited. Before the
 * rows: a new one could not be removed while others refer to it.
 */
async function takeMembersBack(trx: Trx, taking: TakingBack): Promise<(RowOutcome | 'unseen')[]> {
  const { undoId, resource, caller, box } = taking
  const along = await takeBackAlong(trx, {
    ...{ undoId, caller },
    takeBack: (inner, undo) => takeBack(inner, { undo, caller, box }),
  })
  const told: (RowOutcome | 'unseen')[] = []
  for (const { ownerId, unseen, outcomes } of along) {
    const refusal = outcomes.find(({ isDone }) => !isDone)
    if (!refusal && unseen === 0 && (await isNotedItself(trx, taking, ownerId))) continue
    const row = await findRow(trx, resource, { ...caller, id: ownerId })
    if (unseen > 0 || (!row && taking.isSilentOnHidden)) {
      told.push('unseen')
      continue
    }
    const title = row ? visibleTitle(resource, row, caller.role) : null
    told.push({ id: ownerId, title, isDone: !refusal, ...(refusal?.reason ? { reason: refusal.reason } : {}) })
  }
  return told
}

/** Whether the row itself was changed too, and so has an outcome of its own. */
async function isNotedItself(trx: Trx, { undoId, caller }: TakingBack, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from undo_rows where firm_id = ${caller.firmId}::integer and undo_id = ${undoId}::uuid
      and row_id = ${id} and action in ('create', 'update', 'delete') limit 1`.execute(trx)
  return rows.length > 0
}

/** Journal rows, last first, in runs of the same action on different rows. */
async function* runsOf(trx: Trx, taking: TakingBack): AsyncGenerator<readonly NotedRow[]> {
  let last: NotedRow | undefined
  for (;;) {
    // Queried again after each run: undoing one changes the versions of earlier entries for its rows.
    const run = startOf(await loadNoted(trx, taking, last))
    if (run.length === 0) return
    yield run
    last = run.at(-1)
  }
}

function startOf(rows: readonly NotedRow[]): readonly NotedRow[] {
  const seen = new Set<string>()
  const end = rows.findIndex(({ id, action }) => action !== rows[0]?.action || seen.size === seen.add(id).size)
  return end < 0 ? rows : rows.slice(0, end)
}

const longestRun = 500

async function loadNoted(
  trx: Trx,
  { undoId, caller }: TakingBack,
  last: NotedRow | undefined,
): Promise<readonly NotedRow[]> {
  const { rows } = await sql<NotedRow>`
    select step, row_id as id, action, version,
      array(select jsonb_object_keys(coalesce(before, '{}'))) as columns
    from undo_rows where firm_id = ${caller.firmId}::integer and undo_id = ${undoId}::uuid
      and action in ('create', 'update', 'delete')
      and (step, row_id) < (${last?.step ?? 2 ** 31 - 1}::integer, ${last?.id ?? ''}::text)
    order by step desc, row_id desc limit ${longestRun}`.execute(trx)
  return rows
}

/** Undoes rows that were all changed the same way. */
async function takeRunBack(trx: Trx, taking: TakingBack, run: readonly NotedRow[]): Promise<(RowOutcome | 'unseen')[]> {
  const { resource, caller, box } = taking
  const reversals = await reverse(trx, taking, run)
  const changes = reversals.flatMap(({ change }) => change ?? [])
  const written = await writeRows(trx, resource, changes, { ...caller, box, by: 'an undo' })
  const results = new Map(written.map((each) => [each.id, each]))
  const done = run.filter(({ id }) => (results.get(id)?.kind ?? 'refused') !== 'refused')
  await followVersions(trx, taking, done)
  await forgetNoted(trx, taking, done)
  return reversals.map((reversal) => outcomeOf(taking, reversal, results.get(reversal.noted.id)))
}

function outcomeOf(
  { resource, caller, isSilentOnHidden }: TakingBack,
  { noted: { id, action }, former }: Reversal,
  written: Written | undefined,
): RowOutcome | 'unseen' {
  const isUnknown = !written || (written.kind === 'refused' && written.refusal.code === 'not_found')
  if (isUnknown && isSilentOnHidden) return 'unseen'
  const known = written && 'row' in written ? written.row : written?.before
  const row = known ?? (action === 'delete' ? former : undefined)
  const title = row ? visibleTitle(resource, row, caller.role) : null
  if (written && written.kind !== 'refused') return { id, title, isDone: true }
  return { id, title, isDone: false, reason: written ? undoRefusal(resource, written.refusal) : gone }
}

/** Removes undone rows from the journal, so that they aren't undone again. */
async function forgetNoted(trx: Trx, taking: TakingBack, noted: readonly NotedRow[]): Promise<void> {
  if (noted.length === 0) return
  const { undoId, caller, resource } = taking
  if (behaviourOf(resource).dependents) {
    await sql`
      delete from undo_rows where firm_id = ${caller.firmId}::integer and undo_id = ${undoId}::uuid
        and step = any(${noted.map(({ step }) => step)}::integer[]) and action in ('part', 'link')
        and owner_id = any(${noted.map(({ id }) => id)}::text[])`.execute(trx)
  }
  await sql`
    delete from undo_rows d using (select r.* from ${notedRows(taking, noted)}) v
    where d.firm_id = v.firm_id and d.undo_id = v.undo_id and d.step = v.step and d.table_name = v.table_name
      and d.row_id = v.row_id and d.action = v.action`.execute(trx)
}

/** One more event for a change to several rows; each row already has its own. */
async function tellLog(
  trx: Trx,
  { resource, kind, count }: Undo,
  { caller, tally }: { caller: Viewer; tally: { done: number; refused: number } },
): Promise<void> {
  if (count === 1) return
  const what = kind === 'import' ? 'an import' : 'a change'
  const records = termInSentence(resource, 'many', await dictionaryOf(trx, caller.firmId))
  const refused = tally.refused > 0 ? ` ${tally.refused} ${tally.refused === 1 ? 'was' : 'were'} left alone.` : ''
  await recordEvent(trx, {
    firmId: caller.firmId,
    level: 'AUDIT',
    type: 'other',
    sentence: `${tally.done} of ${count} rows of ${what} of ${records} ${tally.done === 1 ? 'was' : 'were'} undone.${refused}`,
    userId: caller.userId,
    entity: resource.name,
    action: 'undone',
    facts: { done: String(tally.done), count: String(count), refused: String(tally.refused) },
  })
}
