import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'

/** Previews one person may request per minute; the console requests one at every pause in typing. */
const mostPreviews = 300

/** For routes that compute something from a draft: this many per minute and person, then 429. */
export const previewLimit = {
  max: mostPreviews,
  timeWindow: '1 minute',
  // A whole office shares one address; from here on the person is known.
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest) => callerOf(request).userId,
}
