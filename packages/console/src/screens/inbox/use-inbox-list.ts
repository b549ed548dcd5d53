import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { HeldRows } from '../../resource/live/hold-rows.ts'
import { useHeldRows } from '../../resource/live/use-held-rows.ts'
import { apiGet, searchRows } from '../../session/api.ts'
import type { Total } from '../../ui/format-total.ts'
import type { RowItem } from './row-lines.ts'

export interface InboxList extends HeldRows<RowItem> {
  total: Total
  isLoading: boolean
  /** The rows are those of another search, whose answer is still on its way. */
  isStale: boolean
  error: unknown
  retry: () => void
  /** Shows what arrived meanwhile. */
  release: () => void
}

/** The rows of a search, live. While `isHeld`, no row appears, goes or moves; what came is counted. */
export function useInboxList(
  query: SearchQuery,
  { isHeld, isAwaiting }: { isHeld: boolean; isAwaiting: boolean },
): InboxList {
  const key = JSON.stringify(query)
  const answer = useQuery({
    queryKey: ['inbox_item', 'list', key],
    queryFn: async ({ signal }) => ({ key, ...(await searchRows(inboxItem, query, signal)) }),
    placeholderData: keepPreviousData,
    // Which rows to show is not known before the saved views are.
    enabled: !isAwaiting,
  })
  const fresh = answer.data
  const { held, release } = useHeldRows(fresh, { isHeld, cameAt })
  return {
    ...held,
    total: { total: fresh?.total ?? 0, isAtLeast: fresh?.isAtLeast ?? false },
    isLoading: answer.isPending,
    isStale: answer.isPlaceholderData,
    error: answer.data ? undefined : answer.error,
    retry: () => void answer.refetch(),
    release,
  }
}

export interface InboxCounts {
  counts: Readonly<Record<string, number>>
  /** The statuses that more items have than were counted. */
  at_least: readonly string[]
  archived: number
  archived_at_least: boolean
  total: number
  latest_received_at: string | null
}

/** How many items stand where, and when the last one came. */
export function useInboxCounts(): InboxCounts | undefined {
  const { data } = useQuery({
    queryKey: ['inbox_item', 'counts'],
    queryFn: ({ signal }) => apiGet<InboxCounts>('/api/v1/inbox/counts', { signal }),
  })
  return data
}

function cameAt({ receivedAt }: RowItem): string {
  return receivedAt
}
