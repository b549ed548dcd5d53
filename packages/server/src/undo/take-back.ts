import { termInSentence } from '@courtcrier/contract/dictionary.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import { attempt } from '../api/attempt.ts'
import { recordEvent } from '../api/audit.ts'
import { titleOf } from '../api/bulk-rows.ts'
import { recordChanges } from '../api/record-changes.ts'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { dictionaryOf } from '../firm/dictionary.ts'
import { unprepared } from '../import/unprepared.ts'
import { behaviourOf } from '../resources/registry.ts'
import { noteHappening } from '../webhooks/happenings.ts'
import { changeBack } from './change-back.ts'
import { type Undo, whyTooLate } from './find-undo.ts'
import { putBack } from './put-back.ts'
import { removeCreated } from './remove-created.ts'
import {
  idsOfPlans,
  type NotedRow,
  notedRows,
  type Plan,
  type Reversal,
  type TakingBack,
  undoRefusal,
} from './reversal.ts'

/** What became of an undo. */
export interface TakenBack {
  done: number
  refused: number
  /** The first thousand rows, those that were refused before the others. */
  outcomes: readonly RowOutcome[]
}

const reversals: Readonly<Record<NotedRow['action'], Reversal>> = {
  create: removeCreated,
  update: changeBack,
  delete: putBack,
}
const mostTold = 1000

/**
 * Takes a change back, the last thing done first. A row that somebody changed since, or that a rule or the database
 * refuses, stays as it is and can be tried again; the others are taken back. Throws `wrong_state` when it is too late,
 * and `forbidden` when the resource refuses the caller.
 */
export async function takeBack(
  trx: Trx,
  { undo, caller }: { undo: Undo; caller: TakingBack['caller'] },
): Promise<TakenBack> {
  const late = whyTooLate(undo)
  if (late) throw new ApiError('wrong_state', { sentence: late })
  const { resource } = undo
  const taking: TakingBack = { undoId: undo.id, resource, caller }
  const forbidden = await behaviourOf(resource).whyNotWritten?.(trx, caller)
  if (forbidden) throw new ApiError('forbidden', { sentence: forbidden })
  const tally = makeTally()
  for await (const run of runsOf(trx, taking)) tally.add(await takeRunBack(trx, taking, run))
  noteHappening(trx, caller.firmId, { event: behaviourOf(resource).happenings?.updated, ids: tally.doneIds })
  await announce(trx, { firmId: caller.firmId, entity: resource.name, ids: tally.doneIds })
  await tellLog(trx, undo, { caller, tally })
  if (tally.refused === 0) {
    await sql`update undos set undone_at = now(), undone_by = ${caller.userId}::uuid
      where firm_id = ${caller.firmId}::integer and id = ${undo.id}::uuid`.execute(trx)
  }
  const { done, refused } = tally
  return { done, refused, outcomes: tally.outcomes() }
}

function makeTally() {
  const refusedOnes: RowOutcome[] = []
  const doneOnes: RowOutcome[] = []
  const tally = {
    done: 0,
    refused: 0,
    doneIds: [] as string[],
    add: (outcomes: readonly RowOutcome[]) => {
      for (const outcome of outcomes) {
        if (outcome.isDone) tally.done += 1
        else tally.refused += 1
        const told = outcome.isDone ? doneOnes : refusedOnes
        if (told.length < mostTold) told.push(outcome)
      }
      tally.doneIds = doneOnes.slice(0, 150).map(({ id }) => id)
    },
    outcomes: () => [...refusedOnes, ...doneOnes].slice(0, mostTold),
  }
  return tally
}

/** Rows of the journal, the last first, in runs to which the same was done, each to another row. */
async function* runsOf(trx: Trx, taking: TakingBack): AsyncGenerator<readonly NotedRow[]> {
  const most = runLength(taking)
  let last: NotedRow | undefined
  for (;;) {
    // Asked for anew after each run: taking one back moves the versions of what was noted of its rows before.
    const run = startOf(await loadNoted(trx, taking, { last, most }))
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

/** A rule may ask the database about other rows, and a row may lead to one of its own kind: such rows go one by one. */
function runLength({ resource }: TakingBack): number {
  const { beforeSave, whyNotDeleted } = behaviourOf(resource)
  const leadsToItself = Object.values(resource.fields).some((field) => field.resource === resource.name)
  return beforeSave || whyNotDeleted || leadsToItself ? 1 : longestRun
}

async function loadNoted(
  trx: Trx,
  { undoId, caller }: TakingBack,
  { last, most }: { last: NotedRow | undefined; most: number },
): Promise<readonly NotedRow[]> {
  const { rows } = await sql<NotedRow>`
    select step, row_id as id, action, version,
      array(select jsonb_object_keys(coalesce(before, '{}'))) as columns
    from undo_rows where firm_id = ${caller.firmId}::integer and undo_id = ${undoId}::uuid
      and action in ('create', 'update', 'delete')
      and (step, row_id) < (${last?.step ?? 2 ** 31 - 1}::integer, ${last?.id ?? ''}::text)
    order by step desc, row_id desc limit ${most} ${unprepared()}`.execute(trx)
  return rows
}

/** All rows at once; when that is refused, each by itself, so that only those that are wrong stay. */
async function takeRunBack(trx: Trx, taking: TakingBack, run: readonly NotedRow[]): Promise<RowOutcome[]> {
  const reversal = reversals[run[0]?.action ?? 'update']
  const plans = await reversal.plan(trx, taking, run)
  const possible = plans.filter(({ refusal }) => refusal === undefined)
  const failures = new Map<Plan, string>()
  const isDeletion = reversal === removeCreated
  const refusal = await attempt(trx, () => carryOut(trx, taking, { reversal, plans: possible }), { isDeletion })
  if (refusal) {
    for (const plan of possible) {
      const own = await attempt(trx, () => carryOut(trx, taking, { reversal, plans: [plan] }), { isDeletion })
      if (own) failures.set(plan, undoRefusal(taking.resource, own))
    }
  }
  return plans.map((plan) => outcomeOf(taking, plan, plan.refusal ?? failures.get(plan)))
}

function outcomeOf({ resource, caller }: TakingBack, { noted, row }: Plan, reason: string | undefined): RowOutcome {
  const title = row ? titleOf(resource, row, caller.role) : null
  return { id: noted.id, title, isDone: reason === undefined, ...(reason === undefined ? {} : { reason }) }
}

async function carryOut(
  trx: Trx,
  taking: TakingBack,
  { reversal, plans }: { reversal: Reversal; plans: readonly Plan[] },
): Promise<void> {
  if (plans.length === 0) return
  await reversal.write(trx, taking, plans)
  const { resource, caller } = taking
  await recordChanges(trx, { resource, writer: caller, by: 'an undo' }, plans.map(reversal.event))
  await forgetNoted(trx, taking, plans)
}

/** What was taken back is not taken back again. */
async function forgetNoted(trx: Trx, taking: TakingBack, plans: readonly Plan[]): Promise<void> {
  const { undoId, caller, resource } = taking
  const noted = plans.map((plan) => plan.noted)
  if (behaviourOf(resource).dependents) {
    await sql`
      delete from undo_rows where firm_id = ${caller.firmId}::integer and undo_id = ${undoId}::uuid
        and step = any(${noted.map(({ step }) => step)}::integer[]) and action in ('part', 'link')
        and owner_id = any(${idsOfPlans(plans)}::text[])`.execute(trx)
  }
  await sql`
    delete from undo_rows d using (select r.* from ${notedRows(taking, noted)}) v
    where d.firm_id = v.firm_id and d.undo_id = v.undo_id and d.step = v.step and d.table_name = v.table_name
      and d.row_id = v.row_id and d.action = v.action ${unprepared()}`.execute(trx)
}

/** A line of its own for what was about several rows; each row has its line already. */
async function tellLog(
  trx: Trx,
  { resource, kind, count }: Undo,
  { caller, tally }: { caller: TakingBack['caller']; tally: { done: number; refused: number } },
): Promise<void> {
  if (count === 1) return
  const what = kind === 'import' ? 'an import' : 'a change'
  const records = termInSentence(resource, 'many', await dictionaryOf(trx, caller.firmId))
  const refused = tally.refused > 0 ? ` ${tally.refused} stayed as they are.` : ''
  await recordEvent(trx, {
    firmId: caller.firmId,
    level: 'AUDIT',
    type: 'other',
    sentence: `${tally.done} of ${count} rows of ${what} of ${records} were taken back.${refused}`,
    userId: caller.userId,
    entity: resource.name,
    action: 'undone',
    facts: { done: String(tally.done), count: String(count), refused: String(tally.refused) },
  })
}
