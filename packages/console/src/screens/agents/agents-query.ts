import { listAgents } from '@courtcrier/contract/calls/agents.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../session/ask.ts'

const queryKey = ['firm', 'agents']

/** The firm's agents. They connect and end without an event, so they are read again every so often. */
export function useAgents() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(listAgents, {}, { signal }),
    refetchInterval: 30_000,
  })
}

/** Returns a function that reads the agents again. */
export function useReloadAgents(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey })
}

/** What makes a machine an agent of this firm; it asks for the token. */
export function enrollCommand(): string {
  return `courtcrier agent enroll --server ${window.location.origin}`
}
