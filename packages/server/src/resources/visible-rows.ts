import { subjectAccess } from '@courtcrier/contract/access.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'
import { behaviourOf } from './registry.ts'
import type { SearchScope, Viewer } from './viewer.ts'
import { isThisSide } from './walled-rows.ts'

/** Whether a row `t` is there for whoever asks, within the firm. Every statement that gives or changes rows asks by this. */
export function isVisible(resource: Resource, { userId, ...scope }: SearchScope): RawBuilder<boolean> {
  if (userId === undefined) return sql<boolean>`true`
  const viewer = { ...scope, userId }
  const { tellsOf } = behaviourOf(resource)
  const conditions = [...conditionsOf(resource, viewer), ...(tellsOf ? [tellsOfVisible(tellsOf, viewer)] : [])]
  return allOf(conditions)
}

/** Whether rows may not be there for whoever asks. */
export function mayHideRows(resource: Resource, { userId, ...scope }: SearchScope): boolean {
  return userId !== undefined && conditionsOf(resource, { ...scope, userId }).length > 0
}

/** What a row `t` must fulfil by itself to be there for the viewer; nothing where every row is. */
function conditionsOf(resource: Resource, { timekeeperId, ...viewer }: Viewer): RawBuilder<boolean>[] {
  const { visible } = behaviourOf(resource)
  const isThere = visible && sql<boolean>`(${visible({ ...viewer, timekeeperId })})`
  const isOutside = timekeeperId === undefined ? undefined : isThisSide(resource, { ...viewer, timekeeperId })
  return [isThere, isOutside].filter((condition) => condition !== undefined)
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`
}

type Telling = NonNullable<Behaviour['tellsOf']>

/** Whoever did something is told of it in any case. */
function tellsOfVisible(telling: Telling, viewer: Viewer): RawBuilder<boolean> {
  const hidden = resources.filter((target) => !target.isVirtual && conditionsOf(target, viewer).length > 0)
  const told = hidden.map((target) => isTold(target, telling, viewer))
  return sql<boolean>`(${column(telling.userId)} = ${viewer.userId}::uuid or (${sql.join(told, sql` and `)}))`
}

/**
 * Whether a row `t` tells of no record of the resource, or of one that is to be seen. Of those that are gone nobody
 * can tell any more whose they were: only who may change the firm is told of them.
 */
function isTold(target: Resource, { entity, id }: Telling, viewer: Viewer): RawBuilder<boolean> {
  const isAbout = sql`${column(entity)} = ${target.name}`
  // Within the join `t` is the record that is told of.
  const isThere = (seen: RawBuilder<boolean>) => sql<boolean>`exists (
    select 1 from (select case when ${isAbout} then ${column(id)}::uuid end as id) told
    join ${sql.table(tableOf(target))} t on t.firm_id = ${viewer.firmId} and t.id = told.id where ${seen})`
  const isSeen = allOf(conditionsOf(target, viewer))
  const isGone = subjectAccess(firm.subject, viewer.role) === 'FULL' ? sql`not ${isThere(sql`true`)}` : sql`false`
  return sql<boolean>`(${isAbout} is not true or ${column(id)} is null or ${isThere(isSeen)} or ${isGone})`
}

function column(key: string): RawBuilder<unknown> {
  return sql.ref(`t.${snakeCase(key)}`)
}
