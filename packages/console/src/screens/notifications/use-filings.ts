import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fetchFiling, fetchSummaries, filingKey } from './filing-view.ts'

/** Returns how many people were notified of each filing, live. */
export function useSummaries(ids: readonly string[]) {
  const { data } = useQuery({
    queryKey: ['delivery', 'summaries', ids],
    meta: { shows: [courtDocument.name] },
    queryFn: ({ signal }) => fetchSummaries(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return data
}

const underWayMs = 3000

/** Returns one filing, live. */
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
