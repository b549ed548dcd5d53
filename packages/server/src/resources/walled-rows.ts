import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { type RawBuilder, sql } from 'kysely'
import { behaviourOf } from './registry.ts'
import { standingWalls } from './standing-walls.ts'

/** Whom walls hold: a user who is a timekeeper. */
interface WalledViewer {
  firmId: number
  timekeeperId: string
}

/** Whether an ethical wall can stand around records of this resource, or around what they lead to. */
export function canBeWalled(resource: Resource): boolean {
  return behaviourOf(resource).behindWall !== undefined || leadsOf(resource).length > 0
}

/**
 * Whether no ethical wall stands between a timekeeper and a row `t`, around itself or around anything that it leads to;
 * what leads nowhere yet is for everybody. Undefined where none can.
 */
export function isThisSide(
  resource: Resource,
  viewer: WalledViewer,
  way: readonly string[] = [],
): RawBuilder<boolean> | undefined {
  const { behindWall } = behaviourOf(resource)
  const conditions = behindWall ? [isOutside(behindWall, viewer)] : []
  for (const lead of leadsOf(resource)) {
    // What leads back to where one came from says nothing new.
    if (way.includes(lead.target.name)) continue
    const isSeen = isThisSide(lead.target, viewer, [...way, resource.name])
    if (isSeen) conditions.push(leadsThisSide(lead, isSeen, viewer))
  }
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : undefined
}

function isOutside(behindWall: RawBuilder<boolean>, { firmId, timekeeperId }: WalledViewer): RawBuilder<boolean> {
  const isNamed = sql`${timekeeperId}::uuid = any(w.timekeeper_ids)`
  return sql<boolean>`not exists (
    select 1 from ${standingWalls} w where w.firm_id = ${firmId}::integer and (${behindWall})
      and case w.wall_type when 'INCLUSIONARY' then not (${isNamed}) else ${isNamed} end)`
}

/** A field by which a row leads to one that a wall may stand around. */
interface Lead {
  column: string
  isList: boolean
  target: Resource
}

const leads = new WeakMap<Resource, readonly Lead[]>()

function leadsOf(resource: Resource): readonly Lead[] {
  const known = leads.get(resource)
  if (known) return known
  // Found out while it is asked for once more: a way back to itself.
  leads.set(resource, [])
  const found = Object.entries(resource.fields).flatMap(([key, field]): Lead[] => {
    const target = field.resource && !field.isComputed && !field.within ? findResource(field.resource) : undefined
    if (!target || target.isVirtual || target.name === resource.name || !canBeWalled(target)) return []
    return [{ column: snakeCase(key), isList: field.kind === 'referenceList', target }]
  })
  leads.set(resource, found)
  return found
}

/** Within the look `t` is what the row leads to. */
function leadsThisSide(
  { column, isList, target }: Lead,
  isSeen: RawBuilder<boolean>,
  { firmId }: WalledViewer,
): RawBuilder<boolean> {
  const ids = isList ? sql`unnest(${sql.ref(`t.${column}`)})` : sql.ref(`t.${column}`)
  return sql<boolean>`not exists (
    select 1 from (select ${ids} as id) led
    join ${sql.table(tableOf(target))} t on t.firm_id = ${firmId}::integer and t.id = led.id
    where not ${isSeen})`
}
