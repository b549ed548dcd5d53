import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { SearchScope } from '../viewer.ts'
import { allWalled, canBeWalled, type Lead, walledOf } from './leads.ts'
import { isStampedBarred } from './stamped-bars.ts'

/**
 * Ethical walls: who may not see what. Everything that returns, counts, sends or changes rows checks them. Who is
 * excluded by a wall, and whether it is in force, is defined once, in the database (000040-wall-stamps.sql); what is
 * behind it follows from the definitions (leads.ts) and is stamped on the rows (stamps.ts, apply.ts).
 */
export interface Wall {
  id: string
  name: string
  /** `INCLUSIONARY`: no one but these; `EXCLUSIONARY`: everyone but these. */
  wallType: string
  timekeeperIds: readonly string[]
}

/** A viewer to whom walls apply: a user who is a timekeeper. */
type WalledViewer = Pick<SearchScope, 'firmId' | 'asksStampsOnly'> & { timekeeperId: string }

/** PostgreSQL's code for a statement that checked stamps only while a wall that bars its viewer was being applied. */
export const wallIsBeingApplied = 'CC001'

/** The table of all firms' walls, in force or not. */
export const wallTable = tableOf(ethicalWall)

/** Returns the walls of a firm as a table, even while they are turned off: they may be turned on again. */
export function everyWall(firmId: number): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(wallTable)} where firm_id = ${firmId}::integer)`
}

/** Returns the walls of a firm that are in force, as a table; none for a firm that has turned its walls off. */
export function standingWalls(firmId: number | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`standing_walls(${typeof firmId === 'number' ? sql`${firmId}::integer` : firmId})`
}

/** Returns whether the wall `w` excludes a timekeeper. */
export function keepsOut(timekeeperId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  const id = typeof timekeeperId === 'string' ? sql`${timekeeperId}::uuid` : timekeeperId
  return sql<boolean>`wall_keeps_out(w.wall_type, w.timekeeper_ids, ${id})`
}

/**
 * Returns whether no wall bars a timekeeper from a row of the alias `t`, whether around the row or around anything it leads to; a
 * row that leads nowhere yet is open to everyone. Undefined for resources that can't be behind a wall. Walls that are
 * applied are checked by the row's stamp, one that is being applied by what the row leads to.
 */
export function isThisSide(t: string, resource: Resource, viewer: WalledViewer): RawBuilder<boolean> | undefined {
  if (!canBeWalled(resource)) return undefined
  const who = sql`${viewer.firmId}::integer, ${viewer.timekeeperId}::uuid`
  // Nearly all rows are behind no wall, so sets are looked up only for the others.
  const set = sql.ref(`${t}.wall_set`)
  const isStamped = sql`(${set} = 0 or ${set} <> all((select barred_wall_sets(${who}))::integer[]))`
  if (viewer.asksStampsOnly) return sql<boolean>`((select are_walls_applied(${who})) and ${isStamped})`
  const held = sql`(select walls_held_by_leads(${who}))::uuid[]`
  return sql<boolean>`(${isStamped} and (cardinality(${held}) = 0 or not exists (
    select 1 from ${everyWall(viewer.firmId)} w where w.id = any(${held}) and ${isAround(t, resource)})))`
}

/**
 * Returns whether, by stamps alone, a row of the alias `t` is behind a wall that bars the viewer: few rows, with an index of their
 * own. Undefined unless only stamps are checked.
 */
export function isBarred(t: string, resource: Resource, viewer: SearchScope): RawBuilder<boolean> | undefined {
  const { firmId, timekeeperId, asksStampsOnly } = viewer
  if (!asksStampsOnly || timekeeperId === undefined || !canBeWalled(resource)) return undefined
  const who = sql`${firmId}::integer, ${timekeeperId}::uuid`
  return sql<boolean>`((select are_walls_applied(${who})) and ${isStampedBarred(t, viewer)})`
}

/** Returns whether the wall `w` is around a row of the alias `t` or around anything it leads to, regardless of its stamp. */
export function isAround(t: string, resource: Resource): RawBuilder<boolean> {
  const { wallColumn, leads } = walledOf(resource)
  const here = wallColumn ? [sql`w.${sql.ref(wallColumn)} = ${sql.ref(`${t}.id`)}`] : []
  return sql<boolean>`(${sql.join([...here, ...leads.map((lead) => isAroundLed(t, lead))], sql` or `)})`
}

/**
 * Returns whether the wall `w` is around the record of this kind and ID, whatever its kind. For a deleted record it can't
 * be known which walls it was behind, so every wall counts.
 */
export function isAroundRecord({
  entity,
  id,
}: {
  entity: RawBuilder<unknown>
  id: RawBuilder<unknown>
}): RawBuilder<boolean> {
  const each = allWalled().map(
    ({ resource, table }) => sql`(${entity} = ${resource.name} and ${id} is not null and coalesce((
      select ${isAround('t', resource)} from ${sql.table(table)} t where t.firm_id = w.firm_id and t.id = ${id}), true))`,
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/**
 * Returns whether no wall in force bars a viewer from a deleted row, of the alias `t` as it was. Its stamp is as old as its deletion,
 * so what it led to counts; and what led it behind a wall may be gone, too.
 */
export function isFormerThisSide(
  t: string,
  resource: Resource,
  { firmId, timekeeperId }: Pick<SearchScope, 'firmId' | 'timekeeperId'>,
): RawBuilder<boolean> {
  if (timekeeperId === undefined || !canBeWalled(resource)) return sql<boolean>`true`
  const lost = walledOf(resource).leads.flatMap(({ column, isList, target }) => {
    const led = sql.ref(`${t}.${column}`)
    const isThere = sql`exists (select from ${sql.table(tableOf(target))} l where l.firm_id = w.firm_id and l.id = ${led})`
    return isList ? [] : [sql`(${led} is not null and not ${isThere})`]
  })
  return sql<boolean>`not exists (select from ${standingWalls(firmId)} w
    where ${keepsOut(timekeeperId)} and (${sql.join([isAround(t, resource), ...lost], sql` or `)}))`
}

/** A way leads through several tables, one below the other, so each has an alias of its own. */
function isAroundLed(t: string, { column, isList, target }: Lead): RawBuilder<boolean> {
  const ids = isList ? sql`unnest(${sql.ref(`${t}.${column}`)})` : sql.ref(`${t}.${column}`)
  const led = `${t}l`
  return sql<boolean>`exists (select from (select ${ids} as id) ids
    join ${sql.table(tableOf(target))} ${sql.ref(led)} on ${sql.ref(`${led}.firm_id`)} = w.firm_id
      and ${sql.ref(`${led}.id`)} = ids.id where ${isAround(led, target)})`
}

/** Returns the walls in force around the cases, each with the IDs of those behind it. */
export const findWallsAroundCases = statement<
  { firmId: number; ids: readonly string[] },
  WallAround,
  readonly WallAround[]
>({
  columns: 'ids uuid[]',
  row: ({ ids }) => ({ ids: [...new Set(ids)] }),
  write: ({ firmId, rows }) => sql`
    select r.n, w.id, w.name, w.wall_type as "wallType", w.timekeeper_ids as "timekeeperIds", array_agg(t.id::text) as ids
    from ${standingWalls(firmId)} w cross join ${rows}
      join cases t on t.firm_id = w.firm_id and t.id = any(r.ids)
    where ${isAround('t', courtCase)}
    group by r.n, w.id, w.name, w.wall_type, w.timekeeper_ids order by w.name, w.id`,
  answer: (rows) => rows,
})

/** A wall with the IDs of the cases behind it. */
type WallAround = Wall & { ids: readonly string[] }

/** The wall `w` as the JSON of a `Wall`. */
export const wallJson = sql`jsonb_build_object('id', w.id, 'name', w.name, 'wallType', w.wall_type,
  'timekeeperIds', w.timekeeper_ids)`

/**
 * Returns why an address may not be notified of what is behind these walls, as a sentence; undefined when it may. Every
 * timekeeper it belongs to must be allowed in. An address that belongs to none isn't named by any wall, so an
 * inclusionary one excludes it.
 */
export function whyWalledOff(timekeeperIds: readonly string[], walls: readonly Wall[]): string | undefined {
  const wall = walls.find(({ wallType, timekeeperIds: named }) =>
    wallType === 'INCLUSIONARY'
      ? timekeeperIds.length === 0 || timekeeperIds.some((id) => !named.includes(id))
      : timekeeperIds.some((id) => named.includes(id)),
  )
  return wall && `The ethical wall "${wall.name}" prevents it.`
}

/** Returns whether any wall in force excludes a timekeeper. */
export function isAnyKeepingOut(firmId: number, timekeeperId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${standingWalls(firmId)} w where ${keepsOut(timekeeperId)})`
}

/** Finds every wall of the firm that is in force. */
export async function findStandingWalls(trx: Trx, firmId: number): Promise<readonly Wall[]> {
  const { rows } = await sql<Wall>`
    select w.id, w.name, w.wall_type as "wallType", w.timekeeper_ids as "timekeeperIds"
    from ${standingWalls(firmId)} w order by w.name, w.id`.execute(trx)
  return rows
}

/** Returns whether any wall of the firm is in force. */
export async function isAnyWall(trx: Trx, firmId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${standingWalls(firmId)} w limit 1`.execute(trx)
  return rows.length > 0
}
