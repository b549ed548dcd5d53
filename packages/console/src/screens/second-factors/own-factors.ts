import { type OwnFactors, readOwnFactors } from '@courtcrier/contract/calls/second-factors.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../session/ask.ts'

const queryKey = ['session', 'factors']

/** Returns the user's own second factors. */
export function useOwnFactors() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<OwnFactors> => ask(readOwnFactors, {}, { signal }),
  })
}

/** Changes the user's own second factors, and reloads them. */
export function useFactorChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey }) })
}

/** Whether there is a factor at all. */
export function hasAny({ totpSince, passkeys }: OwnFactors): boolean {
  return totpSince !== null || passkeys.length > 0
}
