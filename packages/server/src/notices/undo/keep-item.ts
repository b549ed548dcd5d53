import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { UndoJournal } from '../../records/undo/journal.ts'
import type { ActionTarget } from '../item-state.ts'

/** The columns of an item that a person's act or the pipeline after it may change. */
const itemColumns = [
  'status',
  'action_required',
  'reason',
  'disposition',
  'dms_status',
  'trust',
  'ecfx_jurisdiction_id',
  'case_id',
  'other_case_ids',
  'envelope_id',
  'case_name',
  'docket_number',
  'event',
  'document_count',
  'documents_kept',
  'attempts',
  'retry_at',
  'finished_at',
  'hidden',
  'next_stage',
  'sender_flag',
  'sender_proof',
  'vouched_by',
] as const

/** Columns of other tables that an act writes, and an undo restores. */
export const restored = {
  envelopes: ['case_id', 'other_case_ids', 'possible_case_ids'],
  documents: ['file_id', 'size', 'pages', 'original_file_name', 'verdict', 'uploaded', 'sentence', 'fetched_at'],
} as const

/** A row of the journal about an item: its own values, or what was changed along with it. */
interface Kept {
  table: string
  action: 'update' | 'part' | 'link'
  rowId: RawBuilder<unknown>
  before: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

/**
 * Records an item and its progress as they are, before a person's act changes them. One that is being processed isn't
 * recorded: its state isn't one to go back to.
 */
export async function keepItem(trx: Trx, target: ActionTarget): Promise<void> {
  const { firmId, itemId } = target
  const from = sql`inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${firmId}::integer and i.id = ${itemId}::uuid
      and i.status in ('Action Required', 'Manual', 'Failed', 'Succeeded', 'Canceled')`
  const rowId = sql`i.id::text`
  await keep(trx, target, {
    ...{ table: 'inbox_items', action: 'update', rowId, from },
    before: columnsOf('i', itemColumns),
  })
  await keep(trx, target, {
    ...{ table: 'item_progress', action: 'part', rowId, from },
    before: sql`jsonb_build_object('outcomes', p.outcomes, 'acts', ${actsOn('i')})`,
  })
}

/** Records columns of these rows, which an act on the item is about to write. */
export function keepAlong(
  trx: Trx,
  target: ActionTarget,
  { table, ids }: { table: keyof typeof restored; ids: readonly string[] },
): Promise<void> {
  return keep(trx, target, {
    ...{ table, action: 'part', rowId: sql`t.id::text`, before: columnsOf('t', restored[table]) },
    from: sql`${sql.table(table)} t where t.firm_id = ${target.firmId}::integer and t.id = any(${[...ids]}::uuid[])`,
  })
}

/** Records that an act on the item led a person's match to be remembered. */
export function keepConfirmation(trx: Trx, target: ActionTarget, id: string): Promise<void> {
  const from = sql`(select 1) as one`
  return keep(trx, target, {
    ...{ table: 'confirmed_matches', action: 'part', rowId: sql`${id}::text`, before: sql`null::jsonb`, from },
  })
}

/** Records that another change was made for the act, and is undone with it. */
export async function keepUndo(trx: Trx, target: ActionTarget, undoId: string | undefined): Promise<void> {
  if (undoId === undefined) return
  const from = sql`(select 1) as one`
  await keep(trx, target, {
    ...{ table: 'undos', action: 'link', rowId: sql`${undoId}::text`, before: sql`null::jsonb`, from },
  })
}

/** How often persons acted on the item of this alias. */
function actsOn(alias: string): RawBuilder<number> {
  return sql<number>`(select count(*)::integer from history h where h.firm_id = ${sql.ref(`${alias}.firm_id`)}
    and h.inbox_item_id = ${sql.ref(`${alias}.id`)} and h.stage = 'person')`
}

function columnsOf(alias: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql`(select to_jsonb(v) from (select ${sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)))}) as v)`
}

async function keep(trx: Trx, { itemId, undo }: ActionTarget, { table, action, rowId, before, from }: Kept) {
  if (!undo) return
  undo.step += 1
  const { firmId, id, step }: UndoJournal = undo
  await sql`
    insert into undo_rows (firm_id, undo_id, step, table_name, action, row_id, owner_id, before)
    select ${firmId}::integer, ${id}::uuid, ${step}::integer, ${table}, ${action}, ${rowId}, ${itemId}::text, ${before}
    from ${from}`.execute(trx)
}
