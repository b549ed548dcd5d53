import { noteOpenPageView, notePageViews } from '@courtcrier/contract/calls/console.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { callerOf, firmOf } from '../auth/authenticate.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { type CallInput, serveCall } from './server/serve-call.ts'

/** The most page view reports per person and minute: people aren't faster, and programs would fill the log. */
const mostCalls = 30
/** The most per minute and network address from people who aren't signed in; no one forgets a password this often. */
const mostOpenCalls = 10

/** Logs who entered the console and which pages are viewed, also those that need no login. */
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
    await withFirmWrite(database, caller.firmId, async (trx) => {
      if (body.isEntry) await recordEntry(trx, caller)
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
  const open = { max: mostOpenCalls, timeWindow: '1 minute', ipv6Subnet: 64 } as const
  serveCall(api, noteOpenPageView, noteOpen, { auth: 'none', rateLimit: open })

  async function noteOpen({ body: { path }, request }: CallInput<typeof noteOpenPageView>) {
    const firmId = firmOf(request)
    const sentence = `Someone who wasn't signed in viewed ${path}.`
    await withFirmWrite(database, firmId, (trx) =>
      recordEvent(trx, { firmId, level: 'INFO', type: 'page view', sentence }),
    )
  }
}

/** Taken from the session: what the browser says of a person would be a claim. */
async function recordEntry(trx: Trx, { firmId, userId, user }: Caller): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from firms where firm_id = ${firmId}::integer`.execute(trx)
  await recordEvent(trx, {
    firmId,
    level: 'INFO',
    type: 'page view',
    sentence: `${user.fullName} of ${rows[0]?.name ?? ''} entered the console.`,
    userId,
  })
}
