import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'

declare module 'fastify' {
  interface FastifyInstance {
    previewsPerMinute: number
  }
}

/** Previews one person may request per minute; the console requests one at every pause in typing. */
const mostPreviews = 300

export function limitPreviews(app: FastifyInstance, most: number = mostPreviews): void {
  app.decorate('previewsPerMinute', most)
}

/** For routes that compute something from a draft: this many per minute and person, then 429. */
export const previewLimit = {
  max: ({ server }: FastifyRequest) => server.previewsPerMinute,
  timeWindow: '1 minute',
  // A whole office shares one address; from here on the person is known.
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest) => callerOf(request).userId,
}
