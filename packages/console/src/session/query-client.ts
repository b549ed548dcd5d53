import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './api-failure.ts'
import { getSession, onSessionChange, viewedRoleId } from './session-store.ts'

// By default the library tells of a change in a later task, so that the next key or click can come before it: Escape
// right after confirming would close the dialog as if nothing were under way. A microtask is before any of them.
notifyManager.setScheduler(queueMicrotask)

/** The server's responses, cached while fresh. Keys start with the entity's name, so that events reach them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A call retries a timeout itself; retried here is only a response that may differ next time. If rate-limited
      // (previews while typing), it is requested again later; what is shown stays until then.
      retry: (count, error) =>
        error instanceof ApiFailure &&
        (count < 1 ? [0, 429, 503].includes(error.status) : count < 6 && error.status === 429),
    },
    // Without a connection a change is refused with a sentence. Sent later, it could arrive after the user has solved
    // the problem some other way.
    mutations: { networkMode: 'always' },
  },
})

// One person's data must not be shown to the next, nor one role's while viewing as another.
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
