import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import { type RawBuilder, sql } from 'kysely'
import { changeChannel, changePayload } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'

/** The item is not where this work took it to be: a person or another worker moved it meanwhile. */
export class StaleWorkError extends Error {}

/** One step of an item's way, as it is written down. */
export interface Step {
  firmId: number
  itemId: string
  /** The stage, or `person` and `settle` for what happens outside the pipeline. */
  stage: string
  /** `done`, `review`, `retry`, `ignore`, or the deed of a person. */
  outcome: string
  sentence: string
  userId?: string
  /** The step is refused with `StaleWorkError` unless the item has one of these statuses. */
  expected: readonly ItemStatus[]
  /** Columns of inbox_items that change. */
  columns: Readonly<Record<string, RawBuilder<unknown> | string | number | boolean | null>>
  /** What is kept of the stage's result, merged into the item's outcomes by stage name. */
  outcomes?: object
  /** Outcomes that are forgotten, so that their stages run again. */
  forget?: readonly string[]
}

/** Writes a step in one statement: the item, its outcomes, its history line, and word to those who watch. */
export async function commitStep(trx: Trx, step: Step): Promise<void> {
  const { firmId, itemId } = step
  const assignments = Object.entries(step.columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const notice = changePayload({ firmId, entity: 'inbox_item', ids: [itemId] })
  const { rows } = await sql<{ id: string }>`
    with item as (
      update inbox_items set ${sql.join([...assignments, sql`updated_at = now()`])}
      where firm_id = ${firmId} and id = ${itemId}::uuid and status = any(${step.expected}::text[])
      returning id
    ), progress as (
      update item_progress set outcomes = (outcomes - ${step.forget ?? []}::text[]) || ${JSON.stringify(step.outcomes ?? {})}::text::jsonb
      where firm_id = ${firmId} and id in (select id from item)
    ), line as (
      insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence, user_id)
      select ${firmId}, ${newId()}::uuid, id, ${step.stage}, ${step.outcome}, ${step.sentence}, ${step.userId ?? null}::uuid from item
    )
    select item.id, pg_notify(${changeChannel}, ${notice}) from item`.execute(trx)
  if (rows.length === 0) throw new StaleWorkError(`item ${itemId} was moved meanwhile`)
}
