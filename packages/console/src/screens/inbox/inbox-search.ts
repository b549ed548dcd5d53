import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { Filter, SearchQuery } from '@courtcrier/contract/query.ts'
import type { SearchParams } from '../../app/search-params.ts'
import type { Total } from '../../ui/format-total.ts'
import type { InboxCounts } from './use-inbox-list.ts'

/** The tabs over the list, in their order, each with the statuses it shows; `all` and `archived` show every one. */
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

/** What is looked for most, one press each: a filter that is put beside the others or taken out again. */
export const quickFilters = {
  case: { field: 'nextStage', in: ['match'] },
  sender: { field: 'trust', in: ['unverified'] },
  dms: { field: 'dmsStatus', in: ['failed', 'delayed'] },
} as const satisfies Record<string, Filter>
export type QuickFilter = keyof typeof quickFilters

/** The tab that these filters are; undefined when they are none of them. */
export function tabOf(filters: readonly Filter[]): Tab | undefined {
  const hidden = valuesOf(filters, 'hidden')
  const statuses = valuesOf(filters, 'status')
  const hasOther = filters.some((filter) => isOfTab(filter) && !('in' in filter))
  if (hasOther) return undefined
  if (hidden.length > 0) return hidden.join() === 'true' && statuses.length === 0 ? 'archived' : undefined
  return tabNames.find((name) => name !== 'archived' && isSameSet(tabs[name], statuses))
}

/** The filters with those of another tab. */
export function withTab(filters: readonly Filter[], tab: Tab): Filter[] {
  const others = filters.filter((filter) => !isOfTab(filter))
  if (tab === 'archived') return [{ field: 'hidden', in: ['true'] }, ...others]
  return tabs[tab].length > 0 ? [{ field: 'status', in: tabs[tab] }, ...others] : others
}

/** The filters that a tab does not say. */
export function besideTab(filters: readonly Filter[]): Filter[] {
  return tabOf(filters) === undefined ? [...filters] : filters.filter((filter) => !isOfTab(filter))
}

/** Whether the quick filter is among the filters. */
export function isQuick(filters: readonly Filter[], name: QuickFilter): boolean {
  const { field, in: values } = quickFilters[name]
  return isSameSet(values, valuesOf(filters, field))
}

/** The filters with the quick one, or without it. */
export function toggleQuick(filters: readonly Filter[], name: QuickFilter): Filter[] {
  const others = filters.filter(({ field }) => field !== quickFilters[name].field)
  return isQuick(filters, name) ? others : [...others, quickFilters[name]]
}

/** The question to the server: archived items only where they are asked for. */
export function inboxQuery(query: SearchQuery): SearchQuery {
  if (query.filters.some(({ field }) => field === 'hidden')) return query
  return { ...query, filters: [...query.filters, { field: 'hidden', in: ['false'] }] }
}

/**
 * The address of the list as addresses were before it had filters (`status=action&court=cand,ca9&sort=received`), as it
 * is now; undefined for one that is up to date.
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

/** How many items a tab holds, from the counts by status. */
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

function valuesOf(filters: readonly Filter[], field: string): readonly string[] {
  return filters.flatMap((filter) => (filter.field === field && 'in' in filter ? filter.in : []))
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value) => b.includes(value))
}
