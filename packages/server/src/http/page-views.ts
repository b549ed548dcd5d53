import { notePageViews } from '@courtcrier/contract/calls/console.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'
import { type CallInput, serveCall } from './server/serve-call.ts'

/** The most page view reports per person and minute: people aren't faster, and programs would fill the log. */
const mostCalls = 30

/** Logs which pages users view. */
export function pageViewRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  const config = {
    worksWhileViewing: true,
    rateLimit: {
      max: mostCalls,
      timeWindow: '1 minute',
      // After authentication: a whole office has one address, and from here on the person is known.
      hook: 'preHandler' as const,
      keyGenerator: (request: Parameters<typeof callerOf>[0]) => callerOf(request).userId,
    },
  }
  const note = async ({ body, request }: CallInput<typeof notePageViews>) => {
    const caller = callerOf(request)
    await withFirm(database, caller.firmId, async (trx) => {
      for (const path of body.paths) {
        await recordEvent(trx, {
          firmId: caller.firmId,
          level: 'INFO',
          type: 'page view',
          sentence: `${caller.user.fullName} viewed ${path}.`,
          userId: caller.userId,
        })
      }
    })
  }
  serveCall(api, notePageViews, note, config)
}
