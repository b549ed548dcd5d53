import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHeldRows } from '../../resource/live/use-held-rows.ts'
import { queryOf } from '../../resource/table-state.ts'
import type { useTableState } from '../../resource/use-table-state.ts'
import { searchRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { fetchFiling, fetchSummaries, filingKey } from './filing-view.ts'

/**
 * The filings that the address asks for, and how many people were told of each; both live. While `isHeld`, no row
 * appears, goes or moves; what came is counted, and `release` shows it.
 */
export function useFilings({ state, isAwaiting }: ReturnType<typeof useTableState>, { isHeld }: { isHeld: boolean }) {
  const query = queryOf(state, { resource: envelope, role: useRole() })
  const key = JSON.stringify(query)
  const answer = useQuery({
    queryKey: [envelope.name, 'filings', query],
    queryFn: async ({ signal }) => ({ key, ...(await searchRows(envelope, query, signal)) }),
    placeholderData: keepPreviousData,
  })
  const data = isAwaiting ? undefined : answer.data
  const { held, release } = useHeldRows(data, { isHeld, cameAt })
  const ids = held.rows.map(({ id }) => id)
  const { data: summaries } = useQuery({
    queryKey: ['delivery', 'summaries', ids],
    meta: { shows: [courtDocument.name] },
    queryFn: ({ signal }) => fetchSummaries(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const { error, isPlaceholderData: isStale, refetch: retry } = answer
  return { query, data, held, release, summaries, error, isStale, retry }
}

function cameAt({ createdAt }: { createdAt: string }): string {
  return createdAt
}

const underWayMs = 3000

/** One filing, live. */
export function useFiling(id: string) {
  return useQuery({
    queryKey: filingKey(id),
    queryFn: ({ signal }) => fetchFiling(id, signal),
    meta: { shows: [envelope.name, documentCopy.name, courtDocument.name, inboxItem.name] },
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? underWayMs : false),
  })
}

function isUnderWay({ deliveries, copies }: Awaited<ReturnType<typeof fetchFiling>>): boolean {
  const open = ['waiting', 'sending', 'new', 'started', 'delayed']
  return [...deliveries, ...copies].some(({ status }) => status !== undefined && open.includes(status))
}
