import type { FastifyRequest } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'

/** Previews that one person may ask for in a minute; the console asks with every pause of who writes. */
const mostPreviews = 300

/** For routes that compute what somebody is writing: so many a minute and person, then 429. */
export const previewLimit = {
  max: mostPreviews,
  timeWindow: '1 minute',
  // A whole office comes from one address. Who somebody is, is known from here on.
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest) => callerOf(request).userId,
}
