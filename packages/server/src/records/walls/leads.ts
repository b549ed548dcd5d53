import { snakeCase } from '@courtcrier/contract/names.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { findResource, resources } from '@courtcrier/contract/resources/registry.ts'

/** A field through which a row leads to one that a wall may be around, directly or through others. */
export interface Lead {
  column: string
  isList: boolean
  target: Resource
}

/** A resource whose rows can be behind an ethical wall: around the rows themselves, or around what they lead to. */
export interface Walled {
  resource: Resource
  table: string
  /** The column of a wall that refers to a row of this table; undefined if walls aren't around its rows. */
  wallColumn: string | undefined
  leads: readonly Lead[]
}

let found: readonly Walled[] | undefined

/** Returns every resource that can be behind a wall, each before those that lead to it. */
export function allWalled(): readonly Walled[] {
  found ??= resources
    .filter((resource) => !resource.isVirtual && canBeWalled(resource))
    .toSorted(byDepth)
    .map(walledOf)
  return found
}

/** Returns whether an ethical wall can be around records of this resource, or around what they lead to. */
export function canBeWalled(resource: Resource): boolean {
  return depthOf(resource) !== undefined
}

export function walledOf(resource: Resource): Walled {
  return { resource, table: tableOf(resource), wallColumn: wallColumnOf(resource), leads: leadsOf(resource) }
}

/** A wall is around the record that a reference in its definition leads to; its lists name people. */
function wallColumnOf({ name }: Resource): string | undefined {
  const [key] =
    Object.entries(ethicalWall.fields).find(([, field]) => field.kind === 'reference' && field.resource === name) ?? []
  return key && snakeCase(key)
}

const leads = new WeakMap<Resource, readonly Lead[]>()

function leadsOf(resource: Resource): readonly Lead[] {
  const known = leads.get(resource)
  if (known) return known
  const made = referencesOf(resource).filter(({ target }) => canBeWalled(target))
  leads.set(resource, made)
  return made
}

/** References to rows of the same resource are left out: they put a row behind no other wall. */
function referencesOf(resource: Resource): Lead[] {
  return Object.entries(resource.fields).flatMap(([key, field]) => {
    const target = field.resource && !field.isComputed && !field.within ? findResource(field.resource) : undefined
    if (!target || target.isVirtual || target.name === resource.name) return []
    return [{ column: snakeCase(key), isList: field.kind === 'referenceList', target }]
  })
}

const depths = new Map<string, number | undefined>()

/** Returns the most steps from a row to one that a wall may be around; undefined if there is no such path. */
function depthOf(resource: Resource, way: readonly string[] = []): number | undefined {
  const { name } = resource
  if (depths.has(name)) return depths.get(name)
  // Going in a circle leads to no wall.
  if (way.includes(name)) return undefined
  const below = referencesOf(resource).flatMap(({ target }) => depthOf(target, [...way, name]) ?? [])
  const depth = below.length > 0 ? 1 + Math.max(...below) : wallColumnOf(resource) && 0
  if (way.length === 0) depths.set(name, depth === '' ? undefined : depth)
  return depth === '' ? undefined : depth
}

function byDepth(one: Resource, other: Resource): number {
  return (depthOf(one) ?? 0) - (depthOf(other) ?? 0)
}
