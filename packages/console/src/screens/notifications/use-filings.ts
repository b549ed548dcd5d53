import { envelope } from '@courtcrier/contract/resources/envelope.ts'
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

/** One filing, live. Documents and copies change without a word about deliveries: they are asked for while any is under way. */
export function useFiling(id: string) {
  return useQuery({
    queryKey: filingKey(id),
    queryFn: ({ signal }) => fetchFiling(id, signal),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? underWayMs : false),
  })
}

function isUnderWay({ deliveries, copies }: Awaited<ReturnType<typeof fetchFiling>>): boolean {
  const open = ['waiting', 'sending', 'new', 'started', 'delayed']
  return [...deliveries, ...copies].some(({ status }) => status !== undefined && open.includes(status))
}
