import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import type { UsedKey } from '../caller.ts'

/** A change that was written; without `changes` the record was deleted. */
interface Moving {
  id: string
  before?: AnyRow
  changes?: AnyRow
}

interface By {
  firmId: number
  /** Absent for the program itself, which may see everything. */
  userId: string | undefined
  key?: UsedKey | undefined
}

/** Where moves are recorded, next to who entered the address of the group's channel. */
export const moves = { entity: timekeeperGroup.name, field: 'timekeeperIds', out: 'out ' }

/**
 * Records who added timekeepers to a preference group or removed them, which decides what its channel learns of. An undo is
 * recorded as a move by the person who undoes, so that undoing an addition counts as removing someone.
 */
export async function recordMoves(
  trx: Trx,
  resource: Resource,
  { changes, by: { firmId, userId, key } }: { changes: readonly Moving[]; by: By },
): Promise<void> {
  if (resource.name !== timekeeper.name) return
  const rows = changes.flatMap(movesOf)
  if (rows.length === 0) return
  const table = sql`jsonb_to_recordset(${jsonRows(rows)}::text::jsonb) as r (id text, value text, stale text)`
  const own = sql`d.firm_id = ${firmId}::integer and d.entity = ${moves.entity} and d.record_id = r.id
    and d.field = ${moves.field}`
  const scopes = sql`${key ? JSON.stringify(key.scopes) : null}::text::jsonb`
  await sql`delete from directors d using ${table} where ${own}
    and d.value in (r.stale${userId === undefined ? sql`, r.value` : sql``})`.execute(trx)
  if (userId === undefined) return
  await sql`
    insert into directors as d (firm_id, entity, record_id, field, value, user_id, scopes)
    select ${firmId}::integer, ${moves.entity}, r.id, ${moves.field}, r.value, ${userId}::uuid, ${scopes} from ${table}
    on conflict (firm_id, entity, record_id, field, value)
      do update set user_id = excluded.user_id, scopes = excluded.scopes, set_at = excluded.set_at`.execute(trx)
}

function movesOf({ id, before, changes }: Moving) {
  if (changes && !('timekeeperGroupId' in changes)) return []
  const [from, to] = [before?.timekeeperGroupId, changes?.timekeeperGroupId]
  if (from === to) return []
  const [inside, outside] = [id, `${moves.out}${id}`]
  return [
    ...(from ? [{ id: from, value: outside, stale: inside }] : []),
    ...(to ? [{ id: to, value: inside, stale: outside }] : []),
  ]
}
