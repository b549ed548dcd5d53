import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './api-failure.ts'
import { getSession, onSessionChange, viewedRoleId } from './session-store.ts'

/** What the server answered, kept while it is fresh. Keys begin with the entity's name, so that events reach them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A call retries a time-out itself; here only an answer that may be another next time.
      // Who is asked too often (previews of what is being typed) is asked again later, and what is shown stays meanwhile.
      retry: (count, error) =>
        error instanceof ApiFailure &&
        (count < 1 ? [0, 429, 503].includes(error.status) : count < 6 && error.status === 429),
    },
    // Without a connection a change is refused with a sentence. Kept back and sent later, it would come when the person
    // has long done something else about it.
    mutations: { networkMode: 'always' },
  },
})

// What one person was shown must not be there for the next one, nor what one role was for another that is looked as.
let userId = getSession()?.user.id
let viewedId = viewedRoleId(getSession())
onSessionChange(() => {
  const session = getSession()
  const isOther = session?.user.id !== userId
  const isOtherView = viewedRoleId(session) !== viewedId
  userId = session?.user.id
  viewedId = viewedRoleId(session)
  if (isOther) queryClient.clear()
  else if (isOtherView) void queryClient.resetQueries()
})
