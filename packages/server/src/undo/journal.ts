import type { Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'

export type UndoKind = 'create' | 'update' | 'delete' | 'import'

/** How long each can be taken back, in hours. */
export const undoHours: Readonly<Record<UndoKind, number>> = { create: 24, update: 24, delete: 24, import: 7 * 24 }

/** Where one call notes the rows it changes, as they were, so that all of it can be taken back at once. */
export interface UndoJournal {
  readonly id: string
  readonly firmId: number
  readonly resource: Resource
  readonly kind: UndoKind
  /** Number of the last step noted. */
  step: number
}

/** Begins a journal; undefined for a resource whose changes are not taken back. */
export function openJournal(
  resource: Resource,
  { firmId, kind, id = newId() }: { firmId: number; kind: UndoKind; id?: string },
): UndoJournal | undefined {
  return resource.isUndoable ? { id, firmId, resource, kind, step: 0 } : undefined
}

/** Ends a journal, in the transaction of what it tells of. The id to take it back by; undefined when no row changed. */
export async function closeJournal(
  trx: Trx,
  journal: UndoJournal | undefined,
  userId: string | undefined,
): Promise<string | undefined> {
  if (!journal) return undefined
  const { id, firmId, resource, kind } = journal
  // Counted here and not while noting: what a savepoint took back is not there.
  const { rows } = await sql<{ id: string }>`
    insert into undos (firm_id, id, entity, kind, row_count, user_id, expires_at)
    select ${firmId}::integer, ${id}::uuid, ${resource.name}, ${kind}, count(*)::integer, ${userId ?? null}::uuid,
      now() + make_interval(hours => ${undoHours[kind]}::integer)
    from undo_rows where firm_id = ${firmId}::integer and undo_id = ${id}::uuid and action in ('create', 'update', 'delete')
    having count(*) > 0 returning id`.execute(trx)
  return rows[0]?.id
}
