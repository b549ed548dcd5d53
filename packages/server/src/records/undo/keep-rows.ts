import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { nextVersion } from '../../base/db/row-version.ts'
import { behaviourOf } from '../behaviour.ts'
import type { UndoJournal } from './journal.ts'
import { idsOf } from './row-ids.ts'

/** Records rows just created in this transaction. */
export async function keepCreated(trx: Trx, journal: UndoJournal | undefined, ids: readonly string[]): Promise<void> {
  if (!journal || ids.length === 0) return
  journal.step += 1
  await sql`
    insert into undo_rows (${noted}, version)
    select ${noteOf(journal, { table: tableOf(journal.resource), action: 'create' })}, v.id, v.id, now()
    from unnest(${[...ids]}::text[]) as v(id)`.execute(trx)
}

/**
 * Records the values of these columns, which are about to be written; the write must set `updated_at` to `nextVersion`.
 */
export async function keepChanged(
  trx: Trx,
  journal: UndoJournal | undefined,
  { ids, columns }: { ids: readonly string[]; columns: readonly string[] },
): Promise<void> {
  if (!journal || ids.length === 0 || columns.length === 0) return
  journal.step += 1
  const { resource } = journal
  const table = tableOf(resource)
  const former = sql.join(columns.map((name) => sql.ref(`t.${name}`)))
  await sql`
    insert into undo_rows (${noted}, before, former_version, version)
    select ${noteOf(journal, { table, action: 'update' })}, t.id::text, t.id::text,
      (select to_jsonb(v) from (select ${former}) as v), t.updated_at, ${nextVersion('t')}
    from ${lockedRows(resource, journal.firmId, ids)} as t`.execute(trx)
}

/** Records a row that is about to be deleted, and what the database deletes or clears along with it. */
export async function keepDeleted(trx: Trx, journal: UndoJournal | undefined, id: string): Promise<void> {
  if (!journal) return
  journal.step += 1
  const { resource, firmId } = journal
  await sql`
    insert into undo_rows (${noted}, before, former_version)
    select ${noteOf(journal, { table: tableOf(resource), action: 'delete' })}, t.id::text, t.id::text, to_jsonb(t),
      t.updated_at
    from ${lockedRows(resource, firmId, [id])} as t`.execute(trx)
  for (const { table, column, comesBack } of behaviourOf(resource).dependents ?? []) {
    if (comesBack === 'never') continue
    const isLink = comesBack === 'link'
    const before = isLink ? sql`jsonb_build_object(${column}::text, ${sql.ref(`t.${column}`)})` : sql`to_jsonb(t)`
    await sql`
      insert into undo_rows (${noted}, before)
      select ${noteOf(journal, { table, action: isLink ? 'link' : 'part' })}, t.id::text, ${id}, ${before}
      from ${sql.table(table)} t where t.firm_id = ${firmId}::integer and ${sql.ref(`t.${column}`)} = ${id}::uuid`.execute(
      trx,
    )
  }
}

/** Records that another change was made along with the one to a row, and is undone with it. */
export async function keepUndo(
  trx: Trx,
  journal: UndoJournal | undefined,
  { undoId, ownerId }: { undoId: string; ownerId: string },
): Promise<void> {
  if (!journal) return
  journal.step += 1
  await sql`
    insert into undo_rows (${noted})
    values (${noteOf(journal, { table: 'undos', action: 'link' })}, ${undoId}, ${ownerId})`.execute(trx)
}

const noted = sql`firm_id, undo_id, step, table_name, action, row_id, owner_id`

function noteOf(
  { firmId, id, step }: UndoJournal,
  { table, action }: { table: string; action: string },
): RawBuilder<unknown> {
  return sql`${firmId}::integer, ${id}::uuid, ${step}::integer, ${table}::text, ${action}::text`
}

/** Locked, so that what is recorded is what the coming statement finds. */
function lockedRows(resource: Resource, firmId: number, ids: readonly string[]): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(tableOf(resource))}
    where firm_id = ${firmId}::integer and id = any(${idsOf(resource, ids)}) for update)`
}
