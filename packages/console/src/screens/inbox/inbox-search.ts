import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { Filter, SearchQuery } from '@courtcrier/contract/query.ts'
import type { Total } from '../../ui/format-total.ts'
import type { InboxCounts } from './use-inbox-list.ts'

/** The tabs over the list, in their order, each with the statuses it shows; `all` shows every one. */
export const tabs = {
  all: [],
  action: ['Action Required'],
  failed: ['Failed'],
  progress: ['New', 'Started', 'Retry', 'Post Processing'],
  manual: ['Manual'],
  succeeded: ['Succeeded'],
} as const satisfies Record<string, readonly ItemStatus[]>
export type Tab = keyof typeof tabs
export const tabNames = Object.keys(tabs) as Tab[]

/** What the list shows, as its address says it. */
export interface InboxSearch {
  tab: Tab
  freeText: string
  courtIds: readonly string[]
  isOldestFirst: boolean
  /** From 1. */
  page: number
}

export const pageSize = 50

/** Reads the address's parameters; what is not understood is at its default. */
export function readInboxSearch(parameters: Readonly<Record<string, unknown>>): InboxSearch {
  const tab = tabNames.find((name) => name === parameters.status) ?? 'all'
  const page = /^[1-9]\d{0,6}$/.test(textOf(parameters.page)) ? Number(parameters.page) : 1
  return {
    tab,
    page,
    freeText: textOf(parameters.q).slice(0, 200),
    courtIds: textOf(parameters.court)
      .split(',')
      .filter((id) => /^[\w.-]{1,64}$/.test(id)),
    isOldestFirst: parameters.sort === 'received',
  }
}

/** The parameters that say the search; what is at its default is left out. */
export function formatInboxSearch(search: InboxSearch): Record<string, string | undefined> {
  return {
    status: search.tab === 'all' ? undefined : search.tab,
    q: search.freeText || undefined,
    court: search.courtIds.join(',') || undefined,
    sort: search.isOldestFirst ? 'received' : undefined,
    page: search.page > 1 ? String(search.page) : undefined,
  }
}

/** The question to the server. */
export function inboxQuery(search: InboxSearch): Partial<SearchQuery> {
  const filters: Filter[] = []
  if (tabs[search.tab].length > 0) filters.push({ field: 'status', in: tabs[search.tab] })
  if (search.courtIds.length > 0) filters.push({ field: 'ecfxJurisdictionId', in: search.courtIds })
  return {
    max: pageSize,
    offset: (search.page - 1) * pageSize,
    freeText: search.freeText.trim(),
    sort: [{ field: 'receivedAt', isDescending: !search.isOldestFirst }],
    filters,
  }
}

/** Whether anything but the tab and the page narrows the list down. */
export function isNarrowed(search: InboxSearch): boolean {
  return search.freeText.trim() !== '' || search.courtIds.length > 0
}

/** How many items a tab holds, from the counts by status. */
export function countOf(tab: Tab, { counts, at_least: more }: Pick<InboxCounts, 'counts' | 'at_least'>): Total {
  const statuses: readonly string[] = tab === 'all' ? Object.keys(counts) : tabs[tab]
  return {
    total: statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
    isAtLeast: statuses.some((status) => more.includes(status)),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
