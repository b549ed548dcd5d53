import type { Role } from '@courtcrier/contract/access.ts'
import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource, getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Behaviour } from '../records/behaviour.ts'
import { isOwnOrOpen } from './import-runs.ts'

/**
 * An event contains values of a record: in its details the changed ones, in its sentence and title the record's name. A
 * role sees those of the fields it may see in the record itself, and finds no event by words it may not read.
 */
export const systemEventBehaviour: Behaviour = {
  visible: (t, viewer) => {
    const open = isOwnOrOpen(t, viewer)
    return open && sql<boolean>`(coalesce(${sql.ref(`${t}.action`)}, '') <> all(${namesFile}::text[]) or ${open})`
  },
  tellsOf: { entity: 'entity', id: 'entityId', userId: 'userId' },
  present: {
    fields: ['details', 'sentence', 'recordTitle', 'facts'],
    row: (row, role) => withoutTitle(row.details ? { ...row, details: visibleDetails(row, role) } : row, role),
  },
  isSearchable: searchable,
}

/** Events with the name of a file that someone imports or exports. */
const namesFile: readonly EventAction[] = [
  ...(['import_uploaded', 'import_started', 'import_canceled'] as const),
  ...(['export_started', 'export_canceled', 'export_deleted'] as const),
]

/** Sentences about a user with a value other than the title, by the field it is from. */
const tellsAlso: Partial<Record<EventAction, readonly string[]>> = {
  role_given: ['securityRoleId'],
  password_changed: ['email'],
  reset_mail_failed: ['email'],
}

/** Undefined fields, unknown records and text that isn't JSON are left out: it is unclear who may see them. */
function visibleDetails(row: AnyRow, role: Role): string | null {
  const resource = findResource(String(row.entity))
  const details = resource && parseObject(String(row.details))
  if (!details) return null
  const visible = Object.entries(details).filter(([name]) => isVisible(resource, camelCase(name), role))
  return visible.length > 0 ? JSON.stringify(Object.fromEntries(visible)) : null
}

/**
 * Record changes, whose sentences have the record's title and no person's name; every other sentence about a person
 * names them, including ones of these types without a title, such as a note on a notice.
 */
const nameless = ['object create', 'object update', 'object delete']

/** Returns whether a sentence says who did what, and the role may not see users' names. */
function tellsActor(row: AnyRow, role: Role): boolean {
  if (!row.userId || isVisible(user, user.title, role)) return false
  return row.action !== null || row.recordTitle === null || !nameless.includes(String(row.type))
}

/** An event about a record whose name the role may not see still says what was done, and to what kind of record. */
function withoutTitle(row: AnyRow, role: Role): AnyRow {
  const resource = findResource(String(row.entity))
  if (!resource) return tellsActor(row, role) ? { ...row, sentence: `${row.type}.`, facts: {} } : row
  const told = [resource.title, ...(tellsAlso[row.action as EventAction] ?? [])]
  if (told.every((key) => isVisible(resource, key, role)) && !tellsActor(row, role)) return row
  const recordTitle = isVisible(resource, resource.title, role) ? row.recordTitle : null
  return { ...row, sentence: `${resource.label[0]}: ${row.type}.`, recordTitle, facts: {} }
}

/** Events about a record whose name the role may not see can't be found by words: that would reveal it. */
function searchable(alias: string, role: Role): RawBuilder<boolean> {
  const hidden = resources.filter((resource) => !isVisible(resource, resource.title, role)).map(({ name }) => name)
  const actions = Object.entries(tellsAlso)
    .filter(([, keys]) => keys.some((key) => !isVisible(getResource('user'), key, role)))
    .map(([name]) => name)
  const [entity, action] = columnsOf(alias, ['entity', 'action'])
  return sql<boolean>`(${entity} is null or ${entity} <> all(${hidden}::text[]))
    and (${action} is null or ${action} <> all(${actions}::text[])) and ${actorless(alias, role)}`
}

/** As `tellsActor`, for a row of the table `alias`. */
function actorless(alias: string, role: Role): RawBuilder<boolean> {
  if (isVisible(user, user.title, role)) return sql<boolean>`true`
  const [userId, action, title, type] = columnsOf(alias, ['user_id', 'action', 'record_title', 'type'])
  return sql<boolean>`(${userId} is null or (${action} is null and ${title} is not null and ${type} = any(${nameless}::text[])))`
}

function columnsOf(alias: string, names: readonly string[]): readonly RawBuilder<unknown>[] {
  return names.map((name) => sql.ref(`${alias}.${name}`))
}

function isVisible(resource: Resource, key: string, role: Role): boolean {
  return fieldAccess(resource, key, role) !== 'DENY'
}

function parseObject(text: string): AnyRow | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnyRow) : undefined
  } catch {
    // Plain text, which doesn't say which fields it is about.
    return undefined
  }
}
