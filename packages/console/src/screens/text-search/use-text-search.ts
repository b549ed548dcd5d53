import { searchTexts } from '@courtcrier/contract/calls/full-text.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ask } from '../../session/ask.ts'

/** Searches filings by their texts, page by page, the newest first. */
export function useTextSearch(freeText: string) {
  return useInfiniteQuery({
    queryKey: [envelope.name, 'text', freeText],
    meta: { shows: [courtDocument.name] },
    queryFn: ({ signal, pageParam }) =>
      ask(searchTexts, { query: { freeText, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: freeText !== '',
    staleTime: 30_000,
  })
}
