import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { whereOf } from '../search.ts'
import type { Viewer } from '../viewer.ts'
import { mayHideRows } from '../visible-rows.ts'
import { isFormerThisSide } from '../walls/walls.ts'
import { isOfRow, type UndoKind, undoHours } from './journal.ts'

/** A change that can be undone, or could have been. */
export interface Undo {
  id: string
  resource: Resource
  kind: UndoKind
  /** The number of rows changed, and how many of them aren't undone yet. */
  count: number
  remaining: number
  /** Someone else made the change, so that nothing is said of its rows that are hidden from the caller. */
  isSilentOnHidden: boolean
  createdAt: Date
  expiresAt: Date
  isExpired: boolean
  /** Who made the change; absent if a program did. */
  userId: string | null
  /** When all of it was undone. */
  undoneAt: Date | null
  undoneBy: string | null
}

/**
 * The change with an ID, locked until the transaction ends. Throws `not_found`, and `forbidden` if the caller may not
 * undo it.
 */
export async function getUndo(trx: Trx, { id, caller }: { id: string; caller: Viewer }): Promise<Undo> {
  const { rows } = await sql<Omit<Undo, 'resource' | 'isSilentOnHidden'> & { entity: string }>`
    select id, entity, kind, row_count as count, created_at as "createdAt", expires_at as "expiresAt",
      expires_at <= now() as "isExpired", user_id as "userId", undone_at as "undoneAt", undone_by as "undoneBy",
      (select count(distinct owner_id)::integer from undo_rows r where r.firm_id = u.firm_id and r.undo_id = u.id
        and ${isOfRow}) as remaining
    from undos u where firm_id = ${caller.firmId}::integer and id = ${isUuid(id) ? id : null}::uuid for update`.execute(
    trx,
  )
  const [found] = rows
  const resource = found && findResource(found.entity)
  if (!found || !resource) throw new ApiError('not_found')
  const { entity: _, ...undo } = found
  const isOwn = undo.userId === caller.userId
  if (!isOwn && subjectAccess(firm.subject, caller.role) !== 'FULL') {
    throw new ApiError('forbidden', {
      sentence: 'Only the user who did this, or one who can change the firm, can undo it.',
    })
  }
  if (subjectAccess(resource.subject, caller.role) !== 'FULL') throw new ApiError('forbidden')
  const isSilentOnHidden = !isOwn && mayHideRows(resource, caller)
  if (!isSilentOnHidden) return { ...undo, resource, isSilentOnHidden }
  const remaining = await countSeen(trx, { id, resource, caller })
  return { ...undo, resource, isSilentOnHidden, count: remaining, remaining }
}

/** How many rows that aren't undone yet the caller sees, deleted ones as they were. */
async function countSeen(
  trx: Trx,
  { id, resource, caller }: { id: string; resource: Resource; caller: Viewer },
): Promise<number> {
  const where = whereOf('t', resource, { query: { filters: [], freeText: '' }, scope: caller })
  const table = sql.table(tableOf(resource))
  const ownerId = resource.idKind === 'number' ? sql`r.owner_id::integer` : sql`r.owner_id::uuid`
  const { rows } = await sql<{ n: number }>`
    select count(distinct r.owner_id)::integer as n from undo_rows r
    where r.firm_id = ${caller.firmId}::integer and r.undo_id = ${id}::uuid and ${isOfRow} and (
      exists (select from ${table} t where t.id = ${ownerId} and ${where})
      or exists (select from jsonb_populate_record(null::${table}, r.before) t
        where r.action = 'delete' and ${where} and ${isFormerThisSide('t', resource, caller)}))`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Why it is too late to undo a change; undefined if it isn't. */
export function whyTooLate({ kind, isExpired, undoneAt }: Undo): string | undefined {
  if (undoneAt) return 'This was already undone.'
  if (!isExpired) return undefined
  const hours = undoHours[kind]
  const time = hours > 24 ? `${hours / 24} days` : `${hours} hours`
  return `This can no longer be undone: it was done more than ${time} ago.`
}
