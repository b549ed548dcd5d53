import { ApiError } from '@courtcrier/contract/errors.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { behaviourOf } from '../behaviour.ts'
import type { Viewer } from '../viewer.ts'
import { allWalled, canBeWalled, walledOf } from './leads.ts'
import { keepsOut, standingWalls, wallTable } from './walls.ts'

/** When something was made for a person to read later. */
export interface Made {
  at: Date
  /** The transactions whose changes it may show, as the database's `pg_snapshot` of then or of earlier. */
  seen: string
}

/** Throws `forbidden`, with this sentence, for rows saved for a person who may no longer see all of them. */
export async function refuseSinceWalls(
  trx: Trx,
  resource: Resource,
  { viewer, made, sentence }: { viewer: Viewer; made: Made; sentence: string },
): Promise<void> {
  if (!canRevealWalled(resource)) return
  const of = canBeWalled(resource) ? resource : undefined
  if (await isKeptOutSince(trx, viewer, { made, of })) throw new ApiError('forbidden', { sentence })
}

/**
 * Returns whether, since then, a wall that excludes this person was added, changed or turned on, rows moved behind one,
 * or they became another timekeeper: what they were given before may contain what they may no longer see. With `of`,
 * only moves of rows of this resource and of what leads them behind a wall count.
 */
export async function isKeptOutSince(
  trx: Trx,
  { firmId, userId, timekeeperId }: Pick<Viewer, 'firmId' | 'userId' | 'timekeeperId'>,
  { made, of }: { made: Made; of?: Resource | undefined },
): Promise<boolean> {
  if (timekeeperId === undefined) return false
  const { rows } = await sql`
    select 1 from ${standingWalls(firmId)} w join users u on u.firm_id = w.firm_id and u.id = ${userId}::uuid
    where ${keepsOut(timekeeperId)} and (${hasMovedRows(made, of)} or greatest(w.updated_at, u.updated_at,
        (select max(s.switched_on_at) from wall_switches s where s.firm_id = w.firm_id)) >= ${made.at}::timestamptz)
    limit 1`.execute(trx)
  return rows.length > 0
}

/** Longer than a transaction lasts: an import of the largest file is one. */
const longest = sql`interval '1 day'`

/**
 * Whether the wall `w` changed, or rows moved behind it. By transactions as well as by time: one that moved rows before
 * may have been committed after. Not by those of before the database was restored elsewhere, which may have numbers that
 * it hasn't reached yet.
 */
function hasMovedRows({ at, seen }: Made, of: Resource | undefined): RawBuilder<boolean> {
  const tables = of ? [...tablesLeadingTo(of)] : allWalled().map(({ table }) => table)
  return sql<boolean>`exists (select from wall_moves m
    where m.firm_id = w.firm_id and m.wall_id = w.id and m.table_name = any(${[...tables, wallTable]}::text[])
      and m.moved_at >= ${at}::timestamptz - ${longest}
      and (m.moved_at >= ${at}::timestamptz or not pg_visible_in_snapshot(m.transaction_id, ${seen}::pg_snapshot)
        and m.transaction_id < pg_snapshot_xmax(pg_current_snapshot())))`
}

/**
 * Removes notes of moves that a later one makes superfluous: whatever was made before the former was committed was made
 * before the latter, too.
 */
export async function forgetFormerMoves(database: Database): Promise<void> {
  await withSystem(database, (trx) =>
    sql`delete from wall_moves m using (
        select firm_id, wall_id, table_name, max(moved_at) as last from wall_moves group by firm_id, wall_id, table_name
      ) l
      where l.firm_id = m.firm_id and l.wall_id = m.wall_id and l.table_name = m.table_name
        and l.last > m.moved_at + ${longest}`.execute(trx),
  )
}

/**
 * Returns the tables of the resource and of all that leads its rows behind a wall: one that was deleted is still in what
 * was written down, and moves with what it led to.
 */
function tablesLeadingTo(resource: Resource): Set<string> {
  return new Set([tableOf(resource), ...walledOf(resource).leads.flatMap(({ target }) => [...tablesLeadingTo(target)])])
}

/** Whether rows of the resource can be behind a wall, or reveal records that can, as the log does. */
function canRevealWalled(resource: Resource): boolean {
  return canBeWalled(resource) || behaviourOf(resource).tellsOf !== undefined
}
