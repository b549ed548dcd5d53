import {
  endOtherSessions as endOthers,
  endOwnSession,
  listOwnSessions,
  listOwnSignIns,
  type OwnSession,
} from '@courtcrier/contract/calls/own-sessions.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { deviceOf } from '@courtcrier/lib/device.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'
import { type ActiveSession, endOtherSessions, endSession, listSessions, listSignIns } from '../../auth/own-sessions.ts'
import type { Database } from '../../base/db/database.ts'
import type { Caller } from '../../records/caller.ts'
import { serveCall } from '../server/serve-call.ts'

/** A person's sessions and sign-ins, and ending sessions. */
export function ownSessionRoutes(api: FastifyInstance, deps: { database: Database; now: () => Date }): void {
  serveCall(api, listOwnSessions, async ({ request }) => {
    const caller = callerOf(request)
    const sessions = await listSessions(deps, caller)
    return { sessions: sessions.map((session) => sessionJson(session, caller)) }
  })

  serveCall(api, endOwnSession, async ({ params, request }) => {
    if (!(await endSession(deps, callerOf(request), params.id.toLowerCase())))
      throw new ApiError('not_found', { sentence: 'You have no such session, or it has already ended.' })
  })

  serveCall(api, endOthers, async ({ request }) => ({
    ended: await endOtherSessions(deps, callerOf(request)),
  }))

  serveCall(api, listOwnSignIns, async ({ request }) => ({
    signIns: await listSignIns(deps.database, callerOf(request)),
  }))
}

/** A session as its calls return it. */
export function sessionJson(session: ActiveSession, { sessionId }: Caller): OwnSession {
  const { id, userAgent, signedInAt, lastSeenAt, expiresAt, network, place } = session
  return {
    id,
    device: deviceOf(userAgent ?? '') ?? null,
    user_agent: userAgent,
    signed_in_at: signedInAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    network,
    place,
    is_current: id === sessionId,
  }
}
