import { type Role, routeAccess, subjectAccess } from '@courtcrier/contract/access.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import type { SearchParams } from '../../app/search-params.ts'

interface LogLink {
  to: string
  search: SearchParams
}

/** The log of one record. */
export function eventsAbout(entity: string, id: string): LogLink {
  return { to: systemEvent.route, search: { 'f.entity': entity, 'f.entityId': id } }
}

/** The log of what one person did. */
export function eventsBy(userId: string): LogLink {
  return { to: systemEvent.route, search: { 'f.userId': userId } }
}

/** Whether the role opens the log at all. */
export function mayReadLog(role: Role): boolean {
  const isOpen = systemEvent.access === '' || routeAccess(systemEvent.access, role) !== 'DENY'
  return isOpen && subjectAccess(systemEvent.subject, role) !== 'DENY'
}
