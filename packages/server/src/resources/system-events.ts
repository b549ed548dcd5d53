import type { Role } from '@courtcrier/contract/access.ts'
import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource, getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

/**
 * An event holds values of a record: in its details those that changed, in its sentence and its title what the record
 * is called. A role sees those of the fields it sees in the record itself, and finds no event by words it may not read.
 */
export const systemEventBehaviour: Behaviour = {
  tellsOf: { entity: 'entity', id: 'entityId', userId: 'userId' },
  present: {
    fields: ['details', 'sentence', 'recordTitle', 'facts'],
    row: (row, role) => withoutTitle(row.details ? { ...row, details: visibleDetails(row, role) } : row, role),
  },
  isSearchable: searchable,
}

/** Sentences about a user that tell a value besides the title, by what they tell of. */
const tellsAlso: Partial<Record<EventAction, readonly string[]>> = {
  role_given: ['securityRoleId'],
  password_changed: ['email'],
  reset_mail_failed: ['email'],
}

/** Undefined fields, unknown records and text that is no JSON are left out: nobody can tell who may see them. */
function visibleDetails(row: AnyRow, role: Role): string | null {
  const resource = findResource(String(row.entity))
  const details = resource && parseObject(String(row.details))
  if (!details) return null
  const visible = Object.entries(details).filter(([name]) => isVisible(resource, camelCase(name), role))
  return visible.length > 0 ? JSON.stringify(Object.fromEntries(visible)) : null
}

/**
 * Changes of a record, told with its title and nobody's name; every other sentence of a person holds theirs, also one of
 * these types that keeps no title, as of a note on a notice.
 */
const nameless = ['object create', 'object update', 'object delete']

/** Whether a sentence says who did what, for a role that may not know who a user is. */
function tellsActor(row: AnyRow, role: Role): boolean {
  if (!row.userId || isVisible(user, user.title, role)) return false
  return row.action !== null || row.recordTitle === null || !nameless.includes(String(row.type))
}

/** An event about a record whose name the role may not see still says what was done, and to what sort of record. */
function withoutTitle(row: AnyRow, role: Role): AnyRow {
  const resource = findResource(String(row.entity))
  if (!resource) return tellsActor(row, role) ? { ...row, sentence: `${row.type}.`, facts: {} } : row
  const told = [resource.title, ...(tellsAlso[row.action as EventAction] ?? [])]
  if (told.every((key) => isVisible(resource, key, role)) && !tellsActor(row, role)) return row
  const recordTitle = isVisible(resource, resource.title, role) ? row.recordTitle : null
  return { ...row, sentence: `${resource.label[0]}: ${row.type}.`, recordTitle, facts: {} }
}

/** Events about a record whose name the role may not see are not found by words: they would tell it. */
function searchable(role: Role): RawBuilder<boolean> {
  const hidden = resources.filter((resource) => !isVisible(resource, resource.title, role)).map(({ name }) => name)
  const actions = Object.entries(tellsAlso)
    .filter(([, keys]) => keys.some((key) => !isVisible(getResource('user'), key, role)))
    .map(([action]) => action)
  return sql<boolean>`(t.entity is null or t.entity <> all(${hidden}::text[]))
    and (t.action is null or t.action <> all(${actions}::text[])) and ${actorless(role)}`
}

/** As `tellsActor`, for a row `t`. */
function actorless(role: Role): RawBuilder<boolean> {
  if (isVisible(user, user.title, role)) return sql<boolean>`true`
  return sql<boolean>`(t.user_id is null or (t.action is null and t.record_title is not null and t.type = any(${nameless}::text[])))`
}

function isVisible(resource: Resource, key: string, role: Role): boolean {
  return fieldAccess(resource, key, role) !== 'DENY'
}

function parseObject(text: string): AnyRow | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnyRow) : undefined
  } catch {
    // Text for people; it says nothing of which fields it is about.
    return undefined
  }
}
