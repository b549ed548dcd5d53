import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { UndoJournal } from '../undo/journal.ts'

/** Keeps who directed what is about to be directed by someone else; `table` is what is, as `r (id, field, value)`. */
export async function keepDirectors(
  trx: Trx,
  journal: UndoJournal | undefined,
  { entity, table }: { entity: string; table: RawBuilder<unknown> },
): Promise<void> {
  if (!journal) return
  journal.step += 1
  await sql`
    insert into undo_rows (firm_id, undo_id, step, table_name, action, row_id, owner_id, before)
    select d.firm_id, ${journal.id}::uuid, ${journal.step}::integer, 'directors', 'part',
      concat_ws(' ', d.record_id, d.field, d.value), d.record_id, to_jsonb(d)
    from ${table} join directors d on d.firm_id = ${journal.firmId}::integer and d.entity = ${entity}
      and d.record_id = r.id and d.field = r.field and d.value = r.value`.execute(trx)
}

interface Undone {
  firmId: number
  undoId: string
  entity: string
  /** The record's ID, and the step of its change. */
  id: string
  step: number
}

/**
 * Makes what comes back by an undo theirs again who had directed it. It stays the undoer's if a user who has been deleted
 * since left no role that would limit them.
 */
export async function restoreDirectors(trx: Trx, { firmId, undoId, entity, id, step }: Undone): Promise<void> {
  await sql`
    insert into directors as d (firm_id, entity, record_id, field, value, user_id, set_at, scopes, role)
    select v.firm_id, v.entity, v.record_id, v.field, v.value, v.user_id, v.set_at, v.scopes, v.role
    from (
      -- Before the first of several changes.
      select distinct on (r.row_id) r.before from undo_rows r
      where r.firm_id = ${firmId}::integer and r.undo_id = ${undoId}::uuid and r.table_name = 'directors'
        and r.owner_id = ${id}::text and r.step > ${step}::integer
      order by r.row_id, r.step
    ) k cross join lateral jsonb_populate_record(null::directors, k.before) v
    where v.entity = ${entity} and (v.role is not null
      or exists (select from users u where u.firm_id = v.firm_id and u.id = v.user_id)
      or exists (select from directors o where o.firm_id = v.firm_id and o.user_id = v.user_id and o.role is not null))
    on conflict (firm_id, entity, record_id, field, value)
      do update set user_id = excluded.user_id, scopes = excluded.scopes, set_at = excluded.set_at,
        role = excluded.role`.execute(trx)
}
