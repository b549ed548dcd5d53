import { countInbox, type InboxCounts } from '@courtcrier/contract/calls/inbox-counts.ts'
import { foldFor } from '@courtcrier/contract/query.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../session/ask.ts'
import { useRole } from '../../session/session-store.ts'

/** Returns the field by which the inbox shows several messages as one row, if the role may see it. */
export function useFold(): string | undefined {
  return foldFor(inboxItem, useRole())
}

/** Returns the number of rows the inbox has per status, and when the last message was received. */
export function useInboxCounts(): InboxCounts | undefined {
  const query = useFold() ? ({ fold: 'envelope_id' } as const) : {}
  const { data } = useQuery({
    queryKey: ['inbox_item', 'counts', query],
    queryFn: ({ signal }) => ask(countInbox, { query }, { signal }),
  })
  return data
}
