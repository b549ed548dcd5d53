import { subjectAccess } from '@courtcrier/contract/access.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Behaviour } from './behaviour.ts'
import { behaviourOf } from './behaviour.ts'
import { programScope, type SearchScope, type Viewer } from './viewer.ts'
import { canBeWalled } from './walls/leads.ts'
import { isAnyKeepingOut, isThisSide } from './walls/walls.ts'

/**
 * Whether a row of the firm exists for the viewer; `t` is the alias of its table. Every statement that returns or changes
 * rows includes it.
 */
export function isVisible(t: string, resource: Resource, { userId, ...scope }: SearchScope): RawBuilder<boolean> {
  if (userId === undefined) return sql<boolean>`true`
  const viewer = { ...scope, userId }
  const { tellsOf } = behaviourOf(resource)
  const conditions = [...conditionsOf(t, resource, viewer), ...(tellsOf ? [tellsOfVisible(t, tellsOf, viewer)] : [])]
  return allOf(conditions)
}

/** Whether any rows may be hidden from the viewer. */
export function mayHideRows(resource: Resource, { userId, ...scope }: SearchScope): boolean {
  return userId !== undefined && conditionsOf('t', resource, { ...scope, userId }).length > 0
}

/** Whether a wall may hide rows of this kind from someone: because one can be around them, or because of what they tell. */
export function mayWallsHide(resource: Resource, firmId: number): boolean {
  const someone = { ...programScope(firmId), userId: nobody }
  const whom = [undefined, nobody].map((timekeeperId) => conditionsOf('t', resource, { ...someone, timekeeperId }))
  return (whom[1]?.length ?? 0) > (whom[0]?.length ?? 0)
}

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Returns whether walls hide a record from someone now. For a deleted record it can't be known which walls it was behind,
 * so any wall that excludes them counts.
 */
export async function isKeptOut(
  trx: Trx,
  resource: Resource,
  { id, ...viewer }: Viewer & { id: string },
): Promise<boolean> {
  const { firmId, timekeeperId } = viewer
  if (timekeeperId === undefined || !mayWallsHide(resource, firmId)) return false
  const { rows } = await sql`
    select where ${isAnyKeepingOut(firmId, timekeeperId)} and not exists (
      select from ${sql.table(tableOf(resource))} t
      where t.firm_id = ${firmId}::integer and t.id = ${id}::uuid and ${isVisible('t', resource, viewer)})`.execute(trx)
  return rows.length > 0
}

/** The conditions on the row itself to exist for the viewer; none if every row does. */
function conditionsOf(t: string, resource: Resource, { timekeeperId, ...viewer }: Viewer): RawBuilder<boolean>[] {
  const condition = behaviourOf(resource).visible?.(t, { ...viewer, timekeeperId })
  const isThere = condition && sql<boolean>`(${condition})`
  const isOutside = timekeeperId === undefined ? undefined : isThisSide(t, resource, { ...viewer, timekeeperId })
  return [isThere, isOutside].filter((condition) => condition !== undefined)
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`
}

type Telling = NonNullable<Behaviour['tellsOf']>

/** People always see events about their own actions. */
function tellsOfVisible(t: string, telling: Telling, viewer: Viewer): RawBuilder<boolean> {
  const hidden = resources.filter((target) => !target.isVirtual && conditionsOf('seen', target, viewer).length > 0)
  const told = hidden.map((target) => isTold(t, target, telling, viewer))
  return sql<boolean>`(${column(t, telling.userId)} = ${viewer.userId}::uuid or (${sql.join(told, sql` and `)}))`
}

/**
 * Whether a row is about no record of this resource, or about a visible one. For deleted records it can't be known
 * who could see them, so only people who may change the firm see events about those; and no one whom a wall excludes
 * from anything, if a wall may have been around the record.
 */
function isTold(t: string, target: Resource, { entity, id }: Telling, viewer: Viewer): RawBuilder<boolean> {
  const isAbout = sql`${column(t, entity)} = ${target.name}`
  const isThere = (seen: RawBuilder<boolean>) => sql<boolean>`exists (
    select 1 from (select case when ${isAbout} then ${column(t, id)}::uuid end as id) told
    join ${sql.table(tableOf(target))} seen on seen.firm_id = ${viewer.firmId} and seen.id = told.id where ${seen})`
  const isSeen = allOf(conditionsOf('seen', target, viewer))
  const { firmId, timekeeperId } = viewer
  const isFree = timekeeperId === undefined || !canBeWalled(target)
  const isOpen = isFree ? sql`true` : sql`not ${isAnyKeepingOut(firmId, timekeeperId)}`
  const seesGone = subjectAccess(firm.subject, viewer.role) === 'FULL'
  const isGone = seesGone ? sql`(not ${isThere(sql`true`)} and ${isOpen})` : sql`false`
  return sql<boolean>`(${isAbout} is not true or ${column(t, id)} is null or ${isThere(isSeen)} or ${isGone})`
}

function column(t: string, key: string): RawBuilder<unknown> {
  return sql.ref(`${t}.${snakeCase(key)}`)
}
