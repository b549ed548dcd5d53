import type { Dashboard } from '@courtcrier/contract/dashboard.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiGet } from '../../session/api.ts'
import { zoneShown } from '../../ui/time-zone.ts'
import type { DashboardSearch } from './dashboard-search.ts'

/** Counting is dear in a large firm, so it is not done anew with each notice that comes. */
const refreshMs = 60_000

/** The numbers of the days that the address names. */
export function useDashboard({ range, days }: DashboardSearch) {
  const query = new URLSearchParams({ range, ...days, zone: zoneShown() }).toString()
  return useQuery({
    queryKey: ['dashboard', query],
    queryFn: ({ signal }) => apiGet<Dashboard>(`/api/v1/dashboard?${query}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    staleTime: refreshMs / 2,
  })
}
