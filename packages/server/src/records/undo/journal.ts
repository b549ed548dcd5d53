import type { Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'

export type UndoKind = 'create' | 'update' | 'delete' | 'import' | 'invite'

/** How long each can be undone, in hours. */
export const undoHours: Readonly<Record<UndoKind, number>> = {
  ...{ create: 24, update: 24, delete: 24, invite: 24 },
  import: 7 * 24,
}

/** Where one call records the rows it changes as they were, so that all of it can be undone together. */
export interface UndoJournal {
  readonly id: string
  readonly firmId: number
  readonly resource: Resource
  readonly kind: UndoKind
  /** Number of the last step recorded. */
  step: number
}

interface Undoable {
  firmId: number
  userId: string | undefined
  kind: UndoKind
  /** What it can be undone by; a new ID if absent. */
  id?: string | undefined
}

/**
 * Runs a write with a journal, in its transaction, so that all it changes can be undone together. Returns its result,
 * and the ID to undo it by unless no row changed or the resource's changes can't be undone.
 */
export async function undoable<T>(
  trx: Trx,
  resource: Resource,
  { firmId, userId, kind, id = newId() }: Undoable,
  write: (journal: UndoJournal | undefined) => Promise<T>,
): Promise<{ result: T; undoId: string | undefined }> {
  const journal = resource.isUndoable ? { id, firmId, resource, kind, step: 0 } : undefined
  const result = await write(journal)
  return { result, undoId: journal && (await closeJournal(trx, journal, userId)) }
}

/** Deletes journals that can no longer be undone, for all firms. */
export async function forgetExpired(database: Database): Promise<void> {
  await withSystem(database, async (trx) => {
    const { rows } = await sql<{ firm: number; id: string }>`
      delete from undos where expires_at <= now() returning firm_id as firm, id`.execute(trx)
    for (const { firm, id } of rows)
      await sql`delete from undo_rows where firm_id = ${firm}::integer and undo_id = ${id}::uuid`.execute(trx)
  })
}

/** Whether an entry of the journal is a change of a row, or one made along with it. */
export const isOfRow = sql<boolean>`(action in ('create', 'update', 'delete') or table_name = 'undos')`

/** Returns the journal's ID; undefined if it holds no row. */
async function closeJournal(trx: Trx, journal: UndoJournal, userId: string | undefined): Promise<string | undefined> {
  const { id, firmId, resource, kind } = journal
  // Counted here and not while recording: what a savepoint rolled back isn't there.
  const { rows } = await sql<{ id: string }>`
    insert into undos (firm_id, id, entity, kind, row_count, user_id, expires_at)
    select ${firmId}::integer, ${id}::uuid, ${resource.name}, ${kind}, count(distinct owner_id)::integer,
      ${userId ?? null}::uuid, now() + make_interval(hours => ${undoHours[kind]}::integer)
    from undo_rows where firm_id = ${firmId}::integer and undo_id = ${id}::uuid and ${isOfRow}
    having count(*) > 0 returning id`.execute(trx)
  return rows[0]?.id
}
