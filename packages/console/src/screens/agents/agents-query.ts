import { listAgents } from '@courtcrier/contract/calls/agents.ts'
import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../session/ask.ts'

const queryKey = ['firm', 'agents']

/** In milliseconds. While one is being set up, a person watches the list. */
const [readAgainMs, soonAgainMs] = [30_000, 3_000]

/** The firm's agents. They connect and end without an event, so they are read again every so often. */
export function useAgents() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(listAgents, {}, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isBeingSetUp(data) ? soonAgainMs : readAgainMs),
  })
}

function isBeingSetUp({ agents, tokens }: AnswerOf<typeof listAgents>): boolean {
  return tokens.length > 0 || agents.some(({ lastSeenAt }) => lastSeenAt === null)
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
