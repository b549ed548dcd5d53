import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { WebhookEvent } from '@courtcrier/contract/resources/webhook.ts'
import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import { together } from '../base/db/together.ts'
import { noteHappening } from '../webhooks/happenings.ts'

/** The item is not where this work took it to be: a person or another worker moved it meanwhile. */
export class StaleWorkError extends Error {}

/** Columns of inbox_items and what they become. */
export type ColumnValues = Readonly<Record<string, string | number | boolean | null>>

/** The word that PostgreSQL reads as the time at which the transaction began. */
export const transactionTime = 'now'

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
  columns: ColumnValues
  /** What is kept of the stages' results, merged into the item's outcomes by stage name. */
  outcomes?: object
  /** Outcomes that are forgotten, so that their stages run again. */
  forget?: readonly string[]
}

/** Writes a step: the item, its outcomes, its history lines, and word to those who watch. */
export const commitStep = together(async (trx: Trx, steps: readonly Step[]) => {
  // Steps that change the same columns, as items on the same way do, are one statement.
  const alike = Map.groupBy(steps, ({ firmId, columns }) => [firmId, ...Object.keys(columns).toSorted()].join())
  for (const group of alike.values()) await writeSteps(trx, group)
  return steps.map(() => undefined)
})

async function writeSteps(trx: Trx, steps: readonly Step[]): Promise<void> {
  const [{ firmId, columns } = { firmId: 0, columns: {} }] = steps
  const assignments = Object.keys(columns)
    .toSorted()
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`)
  // All who lock several items do it in the order of their ids, so that none waits for another that waits for it.
  const rows = steps.map(stepRow).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  // Without its own list of ids each table would be joined to rows whose number the planner overrates.
  const ids = rows.map(({ id }) => id)
  const written = await sql<{ id: string }>`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)
        as r (id uuid, expected text[], expected_stage text, columns jsonb, outcomes jsonb, forget text[], lines jsonb)
    ), item as (
      update inbox_items i set ${sql.join([...assignments, sql`updated_at = now()`])}
      from r, jsonb_populate_record(null::inbox_items, r.columns) as changed
      where i.firm_id = ${firmId} and i.id = any(${ids}::uuid[]) and i.id = r.id and i.status = any(r.expected)
        and (r.expected_stage is null or i.next_stage = r.expected_stage)
      returning i.id
    ), progress as (
      update item_progress p set outcomes = (p.outcomes - r.forget) || r.outcomes
      from r join item using (id)
      where p.firm_id = ${firmId} and p.id = any(${ids}::uuid[]) and p.id = r.id and (r.outcomes <> '{}' or r.forget <> '{}')
    ), line as (
      insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence, user_id)
      select ${firmId}, l.id, r.id, l.stage, l.outcome, l.sentence, l.user_id
      from r join item using (id), jsonb_to_recordset(r.lines)
        as l (id uuid, stage text, outcome text, sentence text, user_id uuid)
    )
    select id from item`.execute(trx)
  const known = new Set(written.rows.map(({ id }) => id))
  const stale = steps.find(({ itemId }) => !known.has(itemId))
  if (stale) throw new StaleWorkError(`item ${stale.itemId} was moved meanwhile`)
  noteHappenings(trx, steps)
  await announceLater(trx, { firmId, entity: 'inbox_item', ids: [...known] })
}

/** What a notice that gets a status is told as. */
const happenings: Readonly<Record<string, WebhookEvent>> = {
  'Action Required': 'notice.waiting',
  Succeeded: 'notice.processed',
  Failed: 'notice.failed',
}

function noteHappenings(trx: Trx, steps: readonly Step[]): void {
  for (const { firmId, itemId, columns } of steps)
    noteHappening(trx, firmId, { event: happenings[String(columns.status)], ids: [itemId] })
}

function stepRow({ itemId, expected, expectedStage, columns, outcomes, forget, lines }: Step) {
  return {
    id: itemId,
    expected,
    expected_stage: expectedStage ?? null,
    columns,
    outcomes: outcomes ?? {},
    forget: forget ?? [],
    lines: lines.map(lineRow),
  }
}

function lineRow({ stage, outcome, sentence, userId }: HistoryLine) {
  return { id: newId(), stage, outcome, sentence: sentence.slice(0, 4000), user_id: userId ?? null }
}
