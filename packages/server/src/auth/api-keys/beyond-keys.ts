import { permissionSubjects, subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../records/caller.ts'
import { viewedRoleOf } from '../view-as.ts'

/**
 * What no key may do, whatever its scopes: each route by its pattern, with the reason. Besides, no key has more than READ
 * of what `mostOfKey` leaves to people.
 */
export const beyondKeys: readonly (readonly [RegExp, string])[] = [
  [/^\w+ \/auth\//, "passwords, sessions and the user's own settings"],
  [/^\w+ \/oauth\//, 'sessions'],
  [/^\w+ \/sso\//, 'sign-in'],
  [/^\w+ \/identity_provider(\/|$)/, 'sign-in settings'],
  [/^\w+ \/view-as$/, 'another role'],
  [/^\w+ \/\w+\/:id\/sign-in$/, "a person's sign-in at a service"],
  [/^\w+ \/api_key(\/|$)/, 'keys'],
  [/^\w+ \/firm\/(import-token|agents|agent-tokens)(\/|$)/, 'keys'],
  [/^\w+ \/agent\//, 'the work of agents, which have keys of their own'],
  [/^\w+ \/user\/(:id\/)?invitation$/, 'who may sign in'],
  [/^\w+ \/saved_view(\/|$)/, "a person's own views"],
  [/^\w+ \/page_views(\/|$)/, 'what a person viewed'],
  [/^\w+ \/document\/:id\/opened$/, 'what a person viewed'],
  [/^POST \/email_template\/send$/, 'an email to the person'],
  [/^\w+ \/undo\//, "a person's own changes"],
  [/^\w+ \/import_run\/(mine|:id\/\w+)$/, 'imports in the background, which go on as the person'],
  [/^\w+ \/\w+\/import\/upload$/, 'imports in the background, which go on as the person'],
  [/^\w+ \/export_run(\/|$)/, 'exports in the background, which go on as the person'],
  [/^POST \/\w+\/export$/, 'exports in the background, which go on as the person'],
  [/^\w+ \/(demo|dev)(\/|$)/, 'the installation'],
]

/** Throws `forbidden` for a request with a key that no key may make, or that changes something with a key that only reads. */
export function refuseBeyondKey(request: FastifyRequest, { role }: Caller): void {
  if (viewedRoleOf(request) !== undefined) throw new ApiError('forbidden', { sentence: noViews })
  if (isBeyondKeys(request.method, routeOf(request))) throw new ApiError('forbidden', { sentence: forPeople })
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || request.routeOptions.config.worksWhileViewing
  if (!isReading && !permissionSubjects.some((subject) => subjectAccess(subject, role) === 'FULL'))
    throw new ApiError('forbidden', { sentence: readsOnly })
}

/** Returns whether no key may call a route; its path is relative to /api/v1. */
export function isBeyondKeys(method: string, path: string): boolean {
  const route = `${method === 'HEAD' ? 'GET' : method} ${path}`
  return beyondKeys.some(([pattern]) => pattern.test(route))
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return (routeOptions.url ?? '').replace('/api/v1', '')
}

const noViews = "API keys can't view Courtcrier as another role."
const forPeople = "API keys can't be used for this. Log in instead."
const readsOnly = 'This API key may only read.'
