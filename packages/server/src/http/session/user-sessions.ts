import type { OwnSession } from '@courtcrier/contract/calls/own-sessions.ts'
import {
  endUserSessions as endAll,
  endUserSession as endOne,
  listUserSessions as listCall,
} from '@courtcrier/contract/calls/user-sessions.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { signIn } from '@courtcrier/contract/resources/sign-in.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import type { FastifyInstance } from 'fastify'
import { endUserSessions, listUserSessions } from '../../auth/user-sessions.ts'
import type { Database } from '../../base/db/database.ts'
import { refuseStronger } from '../../behaviours/user-reach.ts'
import type { Caller } from '../../records/caller.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'
import { sessionJson } from './own-sessions.ts'

/** The sessions of any user, for people who manage users. */
export function userSessionRoutes(api: FastifyInstance, deps: { database: Database; now: () => Date }): void {
  serveCall(api, listCall, async ({ request, params: { id } }) => {
    const caller = demand(request, user, 'FULL')
    const sessions = await listUserSessions(deps, caller, id)
    return { sessions: sessions.map((session) => visible(sessionJson(session, caller), caller)) }
  })
  serveCall(api, endOne, async ({ request, params: { id: userId, sessionId } }) => {
    const caller = demand(request, user, 'FULL')
    const only = sessionId.toLowerCase()
    const ended = await endUserSessions(deps, { caller, userId, only, check: checkOf(caller, userId) })
    if (ended === 0) throw new ApiError('not_found', { sentence: 'There is no such session, or it has already ended.' })
  })
  serveCall(api, endAll, async ({ request, params: { id: userId } }) => {
    const caller = demand(request, user, 'FULL')
    return { ended: await endUserSessions(deps, { caller, userId, check: checkOf(caller, userId) }) }
  })
}

function checkOf(caller: Caller, userId: string): Parameters<typeof endUserSessions>[1]['check'] {
  return (trx) => refuseStronger(trx, { caller, userId })
}

/** What the role may not see of sign-ins isn't said of sessions either. */
function visible(session: OwnSession, { role }: Caller): OwnSession {
  const maySee = (key: string) => [key, 'userId'].every((each) => fieldAccess(signIn, each, role) !== 'DENY')
  return {
    ...session,
    ...(maySee('program') ? {} : { device: null, user_agent: null }),
    ...(maySee('network') ? {} : { network: null }),
    ...(maySee('place') ? {} : { place: null }),
  }
}
