import { listKeys, listOwnKeys } from '@courtcrier/contract/calls/api-keys.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../session/ask.ts'

/** The first part of the key of every query about keys. */
export const keysQuery = 'api-keys'

/** Loads the firm's keys, or the user's own. */
export function useKeys(isAll: boolean) {
  return useQuery({
    queryKey: [keysQuery, isAll],
    queryFn: ({ signal }) => ask(isAll ? listKeys : listOwnKeys, {}, { signal }),
  })
}

/** Returns a function that loads all lists of keys again. */
export function useReloadKeys(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [keysQuery] })
}
