import { type Role, routeAccess, subjectAccess } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import type { SearchParams } from '../ui/search-params.ts'

/** Returns the address of a record in its list. */
export function recordLink(resource: Resource, id: string): string {
  return `${resource.route}?id=${encodeURIComponent(id)}`
}

/** Returns the address of the form for a new record. */
export function newRecord({ route }: Resource): { to: string; search: SearchParams } {
  return { to: route, search: { id: 'new' } }
}

/** Returns the address of a record's own page, if its face has one. */
export function recordPagePath(resource: Resource, id: string): string {
  return `${resource.route}/id/${encodeURIComponent(id)}`
}

/** Records that lead to one notice and its filing. */
const trailStarts: readonly string[] = ['inbox_item', 'envelope', 'document', 'delivery', 'document_copy']

/** Returns the page that follows a record's notice; undefined if it belongs to none. */
export function trailPath(entity: string, id: string): string | undefined {
  return trailStarts.includes(entity) ? `/notice-trail/${entity}/${encodeURIComponent(id)}` : undefined
}

/** Returns whether the role may follow a notice. */
export function mayFollow(role: Role): boolean {
  return subjectAccess(inboxItem.subject, role) !== 'DENY'
}

interface LogAddress {
  to: string
  search: SearchParams
}

/** Returns the address of one record's log. */
export function eventsAbout(entity: string, id: string): LogAddress {
  return { to: systemEvent.route, search: { view: 'all', 'f.entity': entity, 'f.entityId': id } }
}

/** Returns the address of one user's log. */
export function eventsBy(userId: string): LogAddress {
  return { to: systemEvent.route, search: { view: 'all', 'f.userId': userId } }
}

/** Returns whether the role may open the log. */
export function mayReadLog(role: Role): boolean {
  const isOpen = systemEvent.access === '' || routeAccess(systemEvent.access, role) !== 'DENY'
  return isOpen && subjectAccess(systemEvent.subject, role) !== 'DENY'
}

/** Returns the address with an overlay, `over=tracking.<id>`. */
export function withOverlay(name: string, id: string): (search: SearchParams) => SearchParams {
  return (search) => ({ ...search, over: `${name}.${id}` })
}

export function withoutOverlay({ over: _, ...search }: SearchParams): SearchParams {
  return search
}

/** Returns the overlay in an address. */
export function readOverlay({ over }: SearchParams): { name: string; id: string } | undefined {
  const [, name, id] = typeof over === 'string' ? (/^(\w+)\.(.+)$/.exec(over) ?? []) : []
  return name && id ? { name, id } : undefined
}
