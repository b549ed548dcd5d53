import { type Role, routeAccess } from '@courtcrier/contract/access.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { SearchParams } from '../ui/search-params.ts'
import { filterKeys, pageSizes, writeTableState } from './table-state.ts'

/** The address of the list behind a number. */
export interface ListLink {
  to: string
  search: SearchParams
}

/**
 * Returns the resource's list with these filters; undefined if the role can't open it, or can't see a filtered field.
 */
export function listLink(resource: Resource, filters: readonly Filter[], role: Role): ListLink | undefined {
  const known = filterKeys(resource, role)
  const isOpen = resource.access === '' || routeAccess(resource.access, role) !== 'DENY'
  if (!isOpen || !filters.every(({ field }) => known.includes(field))) return undefined
  const state = { freeText: '', sort: [], page: 0, size: pageSizes[0], view: 'all', filters } as const
  return { to: resource.route, search: writeTableState(state, resource) }
}
