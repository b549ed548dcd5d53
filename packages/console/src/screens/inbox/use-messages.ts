import { countMessages, type MessagesOfFiling } from '@courtcrier/contract/calls/inbox.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '../../session/ask.ts'
import type { RowItem } from './row-lines.ts'
import { useFold } from './use-inbox-counts.ts'

/** Returns how often the filing of a row was received; undefined if only once, or not known. */
export function useMessages(rows: readonly RowItem[]): (item: RowItem) => MessagesOfFiling | undefined {
  const isFolded = useFold() !== undefined
  const ids = [...new Set(rows.map(({ envelopeId }) => envelopeId).filter(Boolean))].sort().join()
  const { data } = useQuery({
    queryKey: ['inbox_item', 'messages', ids],
    queryFn: async ({ signal }) => {
      const { filings } = await ask(countMessages, { query: { ids } }, { signal })
      return new Map(filings.map((filing) => [filing.id, filing]))
    },
    enabled: isFolded && ids !== '',
    placeholderData: keepPreviousData,
  })
  return ({ envelopeId }) => {
    const found = envelopeId ? data?.get(envelopeId) : undefined
    return found && found.messages > 1 ? found : undefined
  }
}
