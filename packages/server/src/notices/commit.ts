import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { WebhookEvent } from '@courtcrier/contract/resources/webhook.ts'
import { type RawBuilder, sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { statement } from '../base/db/statement.ts'
import { noteHappening } from '../records/happenings/happenings.ts'

/** The item isn't where this work expected it: a person or another worker moved it meanwhile. */
export class StaleWorkError extends Error {}

/** Columns of inbox_items and their new values. */
export type ColumnValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** PostgreSQL's input text for the time at which the transaction started. */
export const transactionTime = 'now'

/** One line of an item's history. */
export interface HistoryLine {
  /** The stage, or `person` and `settle` for what happens outside the pipeline. */
  stage: string
  /** `done`, `review`, `retry`, `ignore`, or a person's action. */
  outcome: string
  sentence: string
  userId?: string
}

/** One step of an item, ready to be committed. */
export interface CommittedStep {
  firmId: number
  itemId: string
  /** Refused with `StaleWorkError` unless the item has one of these statuses. */
  expected: readonly ItemStatus[]
  /** Also refused unless this is the item's next stage: two workers with the same item must not both write. */
  expectedStage?: string
  /** The same for the pass in which it was begun: a person may have had the item processed again since. */
  expectedPass?: number | undefined
  lines: readonly HistoryLine[]
  columns: ColumnValues
  /** The results of stages to save, merged into the item's outcomes by stage name. */
  outcomes?: object
  /** Outcomes to delete, so that their stages run again. */
  forget?: readonly string[]
}

/** Writes a step: the item, its outcomes and its history lines. Notifies webhooks and watching consoles. */
export async function commitStep(trx: Trx, step: CommittedStep): Promise<void> {
  const { firmId, itemId, columns } = step
  if (!(await writeStep(trx, step))) throw new StaleWorkError(`item ${itemId} was moved meanwhile`)
  noteHappening(trx, firmId, { event: happenings[String(columns.status)], ids: [itemId] })
  await announceLater(trx, { firmId, entity: 'inbox_item', ids: [itemId] })
}

const writeStep = statement<CommittedStep, object, boolean>({
  columns:
    'id uuid, expected text[], expected_stage text, expected_pass int, columns jsonb, outcomes jsonb, forget text[], lines jsonb',
  row: stepRow,
  // Steps that change the same columns, as items at the same stage do, share a statement.
  alike: ({ columns }) => Object.keys(columns).toSorted().join(),
  write: ({ firmId, rows, every, questions }) => sql`
    with r as (
      select * from ${rows}
    ), item as (
      update inbox_items i set ${assignments(questions[0]?.columns ?? {})}
      from r, jsonb_populate_record(null::inbox_items, r.columns) as changed
      where i.firm_id = ${firmId} and i.id = any(${every('id')}::uuid[]) and i.id = r.id and i.status = any(r.expected)
        and (r.expected_stage is null or i.next_stage = r.expected_stage)
        and (r.expected_pass is null or i.pass = r.expected_pass)
      returning i.id
    ), progress as (
      update item_progress p set outcomes = (p.outcomes - r.forget) || r.outcomes
      from r join item using (id)
      where p.firm_id = ${firmId} and p.id = any(${every('id')}::uuid[]) and p.id = r.id and (r.outcomes <> '{}' or r.forget <> '{}')
    ), line as (
      insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence, user_id)
      select ${firmId}, l.id, r.id, l.stage, l.outcome, l.sentence, l.user_id
      from r join item using (id), jsonb_to_recordset(r.lines)
        as l (id uuid, stage text, outcome text, sentence text, user_id uuid)
    )
    select r.n from item join r using (id)`,
  answer: (rows) => rows.length > 0,
})

/** An item that becomes new begins another pass through the pipeline. */
function assignments(columns: ColumnValues): RawBuilder<unknown> {
  const set = Object.keys(columns)
    .toSorted()
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`)
  const pass = 'status' in columns ? [sql`pass = i.pass + case when changed.status = 'New' then 1 else 0 end`] : []
  return sql.join([...set, ...pass, sql`updated_at = now()`])
}

/** The webhook event of each status of a notice. */
const happenings: Readonly<Record<string, WebhookEvent>> = {
  'Action Required': 'notice.waiting',
  Succeeded: 'notice.processed',
  Failed: 'notice.failed',
}

function stepRow(step: CommittedStep) {
  const { itemId, expected, expectedStage, expectedPass, columns, outcomes, forget, lines } = step
  return {
    id: itemId,
    expected,
    expected_stage: expectedStage ?? null,
    expected_pass: expectedPass ?? null,
    columns,
    outcomes: outcomes ?? {},
    forget: forget ?? [],
    lines: lines.map(lineRow),
  }
}

function lineRow({ stage, outcome, sentence, userId }: HistoryLine) {
  return { id: newId(), stage, outcome, sentence: sentence.slice(0, 4000), user_id: userId ?? null }
}
