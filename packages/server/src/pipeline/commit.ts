import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import { type RawBuilder, sql } from 'kysely'
import { announceLater, type Change } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { jsonRows } from '../db/json-rows.ts'

/** The item is not where this work took it to be: a person or another worker moved it meanwhile. */
export class StaleWorkError extends Error {}

export type ColumnValues = Readonly<Record<string, RawBuilder<unknown> | string | number | boolean | null>>

/** One line of an item's timeline. */
export interface HistoryLine {
  /** The stage, or `person` and `settle` for what happens outside the pipeline. */
  stage: string
  /** `done`, `review`, `retry`, `ignore`, or the deed of a person. */
  outcome: string
  sentence: string
  userId?: string
}

/** A piece of an item's way, as it is written down. */
export interface Step {
  firmId: number
  itemId: string
  /** Refused with `StaleWorkError` unless the item has one of these statuses. */
  expected: readonly ItemStatus[]
  /** Refused likewise unless this stage is the next one: two workers with the same item must not both write. */
  expectedStage?: string
  lines: readonly HistoryLine[]
  /** Columns of inbox_items that change. */
  columns: ColumnValues
  /** What is kept of the stages' results, merged into the item's outcomes by stage name. */
  outcomes?: object
  /** Outcomes that are forgotten, so that their stages run again. */
  forget?: readonly string[]
  /** What else is written along with it. */
  along?: readonly Along[]
}

/** A statement that writes and whose answer nobody needs, so that it need not be sent by itself. */
export interface Along {
  statement: RawBuilder<unknown>
  /** What it means for others. */
  change?: Change
}

/** Writes a step in one statement: the item, its outcomes, its history lines, and word to those who watch. */
export async function commitStep(trx: Trx, step: Step): Promise<void> {
  const { firmId, itemId } = step
  const assignments = Object.entries(step.columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { along = [] } = step
  const alongside = along.map(({ statement }, index) => sql`, ${sql.ref(`along_${index}`)} as (${statement})`)
  const { rows } = await sql<{ id: string }>`
    with item as (
      update inbox_items set ${sql.join([...assignments, sql`updated_at = now()`])}
      where firm_id = ${firmId} and id = ${itemId}::uuid and status = any(${step.expected}::text[])
        and (${step.expectedStage ?? null}::text is null or next_stage = ${step.expectedStage ?? null}::text)
      returning id
    ), ${progressUpdate(step)} line as (
      insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence, user_id)
      select ${firmId}, l.id, item.id, l.stage, l.outcome, l.sentence, l.user_id
      from item, jsonb_to_recordset(${jsonRows(step.lines.map(lineRow))}::text::jsonb)
        as l (id uuid, stage text, outcome text, sentence text, user_id uuid)
    )${sql.join(alongside, sql``)}
    select id from item`.execute(trx)
  if (rows.length === 0) throw new StaleWorkError(`item ${itemId} was moved meanwhile`)
  await announceLater(trx, { firmId, entity: 'inbox_item', ids: [itemId] })
  for (const { change } of along) if (change) await announceLater(trx, change)
}

function progressUpdate({ firmId, outcomes, forget }: Step): RawBuilder<unknown> {
  if (!outcomes && !forget) return sql``
  return sql`progress as (
      update item_progress set outcomes = (outcomes - ${forget ?? []}::text[]) || ${JSON.stringify(outcomes ?? {})}::text::jsonb
      where firm_id = ${firmId} and id in (select id from item)
    ),`
}

function lineRow({ stage, outcome, sentence, userId }: HistoryLine) {
  return { id: newId(), stage, outcome, sentence: sentence.slice(0, 4000), user_id: userId ?? null }
}
