import { type ItemNeed, readNeeds } from '@courtcrier/contract/calls/inbox-needs.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '../../../session/ask.ts'
import type { RowItem } from '../row-lines.ts'

/** Returns what a row that needs attention needs; undefined for others, and while it isn't known. */
export function useNeeds(rows: readonly RowItem[]): (id: string) => ItemNeed | undefined {
  const stopped = rows.filter(({ status }) => status === 'Action Required')
  const ids = stopped
    .map(({ id }) => id)
    .sort()
    .join()
  const { data } = useQuery({
    queryKey: ['inbox_item', 'needs', ids],
    queryFn: async ({ signal }) => {
      const { needs } = await ask(readNeeds, { query: { ids } }, { signal })
      return new Map(needs.map((need) => [need.id, need]))
    },
    enabled: ids !== '',
    placeholderData: keepPreviousData,
  })
  return (id) => data?.get(id)
}
