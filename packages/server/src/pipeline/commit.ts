import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import { type RawBuilder, sql } from 'kysely'
import { changeChannel, changePayload } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'

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
}

/** Writes a step in one statement: the item, its outcomes, its history lines, and word to those who watch. */
export async function commitStep(trx: Trx, step: Step): Promise<void> {
  const { firmId, itemId } = step
  const assignments = Object.entries(step.columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const notice = changePayload({ firmId, entity: 'inbox_item', ids: [itemId] })
  const { rows } = await sql<{ id: string }>`
    with item as (
      update inbox_items set ${sql.join([...assignments, sql`updated_at = now()`])}
      where firm_id = ${firmId} and id = ${itemId}::uuid and status = any(${step.expected}::text[])
        and (${step.expectedStage ?? null}::text is null or next_stage = ${step.expectedStage ?? null}::text)
      returning id
    ), ${progressUpdate(step)} line as (
      insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence, user_id)
      select ${firmId}, l.id, item.id, l.stage, l.outcome, l.sentence, l.user_id
      from item, jsonb_to_recordset(${JSON.stringify(step.lines.map(lineRow))}::text::jsonb)
        as l (id uuid, stage text, outcome text, sentence text, user_id uuid)
    )
    select item.id, pg_notify(${changeChannel}, ${notice}) from item`.execute(trx)
  if (rows.length === 0) throw new StaleWorkError(`item ${itemId} was moved meanwhile`)
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
