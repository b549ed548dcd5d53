import type { InboxCounts } from '@courtcrier/contract/calls/inbox-counts.ts'
import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { Filter, SearchQuery } from '@courtcrier/contract/query.ts'
import type { Total } from '../../ui/format-total.ts'
import type { SearchParams } from '../../ui/search-params.ts'

/** The tabs over the list, in order, each with the statuses it shows; `all` and `archived` show every one. */
export const tabs = {
  all: [],
  action: ['Action Required'],
  failed: ['Failed'],
  progress: ['New', 'Started', 'Retry', 'Post Processing'],
  manual: ['Manual'],
  succeeded: ['Succeeded'],
  canceled: ['Canceled'],
  archived: [],
} as const satisfies Record<string, readonly ItemStatus[]>
export type Tab = keyof typeof tabs
export const tabNames = Object.keys(tabs) as Tab[]

/** The most common filters, one press each: added to the others or removed again. */
export const quickFilters = {
  case: { field: 'nextStage', in: ['match'] },
  sender: { field: 'trust', in: ['unverified'] },
  dms: { field: 'dmsStatus', in: ['failed', 'delayed'] },
} as const satisfies Record<string, Filter>
export type QuickFilter = keyof typeof quickFilters

/** Returns the tab for these filters; undefined if they match none. */
export function tabOf(filters: readonly Filter[]): Tab | undefined {
  const hidden = valuesOf(filters, 'hidden')
  const statuses = valuesOf(filters, 'status')
  const hasOther = filters.some((filter) => isOfTab(filter) && !('in' in filter))
  if (hasOther) return undefined
  if (hidden.length > 0) return hidden.join() === 'true' && statuses.length === 0 ? 'archived' : undefined
  return tabNames.find((name) => name !== 'archived' && isSameSet(tabs[name], statuses))
}

/** Returns the filters with those of another tab. */
export function withTab(filters: readonly Filter[], tab: Tab): Filter[] {
  const others = filters.filter((filter) => !isOfTab(filter))
  if (tab === 'archived') return [{ field: 'hidden', in: ['true'] }, ...others]
  return tabs[tab].length > 0 ? [{ field: 'status', in: tabs[tab] }, ...others] : others
}

/** Returns the filters not covered by a tab. */
export function besideTab(filters: readonly Filter[]): Filter[] {
  return tabOf(filters) === undefined ? [...filters] : filters.filter((filter) => !isOfTab(filter))
}

/** Returns whether the quick filter is among the filters. */
export function isQuick(filters: readonly Filter[], name: QuickFilter): boolean {
  const { field, in: values } = quickFilters[name]
  return isSameSet(values, valuesOf(filters, field))
}

/** Returns the filters with the quick one added or removed. */
export function toggleQuick(filters: readonly Filter[], name: QuickFilter): Filter[] {
  const others = filters.filter(({ field }) => field !== quickFilters[name].field)
  return isQuick(filters, name) ? others : [...others, quickFilters[name]]
}

/** Returns the search sent to the server: one row per filing, and archived items only on request. */
export function inboxQuery(query: SearchQuery, fold: string | undefined): SearchQuery {
  const folded = fold ? { ...query, fold } : query
  if (query.filters.some(({ field }) => field === 'hidden')) return folded
  return { ...folded, filters: [...query.filters, { field: 'hidden', in: ['false'] }] }
}

/**
 * Returns the current form of a former address of the list (`status=action&court=cand,ca9&sort=received`); undefined
 * for one that is up to date.
 */
export function formerAddress({ status, court, ...others }: SearchParams): SearchParams | undefined {
  if (status === undefined && court === undefined && others.sort !== 'received') return undefined
  const tab = tabNames.find((name) => name === status) ?? 'all'
  const courts = [court ?? []].flat().flatMap((text) => text.split(',').filter((id) => /^[\w.-]{1,64}$/.test(id)))
  return {
    ...others,
    ...(others.sort === 'received' ? { sort: 'receivedAt' } : {}),
    ...(tab === 'archived' ? { 'f.hidden': 'true' } : {}),
    ...(tabs[tab].length > 0 ? { 'f.status': [...tabs[tab]] } : {}),
    ...(courts.length > 0 ? { 'f.ecfxJurisdictionId': courts } : {}),
  }
}

/** Returns the number of items in a tab, from the counts by status. */
export function countOf(tab: Tab, counts: Omit<InboxCounts, 'total' | 'latest_received_at'>): Total {
  if (tab === 'archived') return { total: counts.archived, isAtLeast: counts.archived_at_least }
  const statuses: readonly string[] = tab === 'all' ? Object.keys(counts.counts) : tabs[tab]
  return {
    total: statuses.reduce((sum, status) => sum + (counts.counts[status] ?? 0), 0),
    isAtLeast: statuses.some((status) => counts.at_least.includes(status)),
  }
}

function isOfTab({ field }: Filter): boolean {
  return field === 'status' || field === 'hidden'
}

/** Returns the values a field is narrowed to. */
export function valuesOf(filters: readonly Filter[], field: string): readonly string[] {
  return filters.flatMap((filter) => (filter.field === field && 'in' in filter ? filter.in : []))
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value) => b.includes(value))
}
