import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import { endOtherSessions, endSession, listSessions } from '../auth/own-sessions.ts'
import type { Database } from '../base/db/database.ts'
import { deviceOf } from '../base/lib/device.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

/** Where one is signed in, and signing out there. Nobody sees or ends the sessions of another person. */
export function ownSessionRoutes(api: FastifyInstance, deps: { database: Database; now: () => Date }): void {
  api.get('/auth/sessions', { config: { operation: operations.list } }, async (request) => {
    const caller = callerOf(request)
    const sessions = await listSessions(deps, caller)
    return {
      sessions: sessions.map(({ id, userAgent, signedInAt, lastSeenAt, expiresAt }) => ({
        id,
        device: deviceOf(userAgent ?? '') ?? null,
        user_agent: userAgent,
        signed_in_at: signedInAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        is_current: id === caller.sessionId,
      })),
    }
  })

  api.delete('/auth/sessions/:id', { config: { operation: operations.end } }, async (request, reply) => {
    const { id } = request.params as { id: string }
    if (!(await endSession(deps, callerOf(request), id.toLowerCase())))
      throw new ApiError('not_found', { sentence: 'You have no such session, or it has ended already.' })
    return reply.code(204).send()
  })

  api.post('/auth/sessions/end-others', { config: { operation: operations.endOthers } }, async (request) => ({
    ended: await endOtherSessions(deps, callerOf(request)),
  }))
}

const tag = 'Session'
const moment = { type: 'string', format: 'date-time' }
const session = objectSchema({
  id: textSchema,
  device: { type: ['string', 'null'], description: 'Browser and system, such as "Firefox on Windows"' },
  user_agent: { type: ['string', 'null'] },
  signed_in_at: moment,
  last_seen_at: moment,
  expires_at: moment,
  is_current: { type: 'boolean' },
})

const operations = {
  list: {
    tag,
    summary: 'Where you are signed in',
    answer: jsonContent(objectSchema({ sessions: { type: 'array', items: session } })),
  },
  end: { tag, summary: 'Sign one of your sessions out', refusals: [404] },
  endOthers: {
    tag,
    summary: 'Sign out all your sessions but this one',
    answer: jsonContent(objectSchema({ ended: { type: 'integer', minimum: 0 } })),
  },
} satisfies Record<string, Operation>
