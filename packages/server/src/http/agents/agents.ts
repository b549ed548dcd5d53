import { isAdmin, subjectAccess } from '@courtcrier/contract/access.ts'
import { listAgents, makeAgentToken, revokeAgent, revokeAgentToken } from '@courtcrier/contract/calls/agents.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type EnrollmentToken,
  findEnrollmentTokens,
  makeEnrollmentToken,
  revokeAgentRow,
  revokeEnrollmentToken,
} from '../../auth/agents/manage-agents.ts'
import { callerOf } from '../../auth/authenticate.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'
import { type AgentRow, findAgents } from '../../stores/agents/agent-rows.ts'
import { neededVersion } from '../../stores/agents/agent-version.ts'
import { serveCall } from '../server/serve-call.ts'

type Deps = Pick<Services, 'database'> & { now: () => Date }

/** The firm's agents, for everyone who sees the firm's settings; administrators enroll and revoke them. */
export function agentRoutes(api: FastifyInstance, { database, now }: Deps): void {
  serveCall(api, listAgents, async ({ request }) => {
    const caller = callerOf(request)
    const { firmId } = caller
    if (subjectAccess(firm.subject, caller.role) === 'DENY') throw new ApiError('forbidden')
    return withFirm(database, firmId, async (trx) => ({
      agents: (await findAgents(trx, caller)).map(shownAgent),
      tokens: (await findEnrollmentTokens(trx, { firmId, now: now() })).map((row) => shownToken(row, caller)),
    }))
  })
  serveCall(api, makeAgentToken, async ({ request, body: { name, expiresInHours: hours } }) => {
    const caller = demandAdministrator(request)
    const at = now()
    return withFirmWrite(database, caller.firmId, async (trx) => {
      const { id, secret } = await makeEnrollmentToken(trx, { caller, now: at }, { name, hours })
      const made = (await findEnrollmentTokens(trx, { firmId: caller.firmId, now: at })).find((row) => row.id === id)
      if (!made) throw new ApiError('not_found')
      return { token: shownToken(made, caller), secret }
    })
  })
  serveCall(api, revokeAgentToken, async ({ request, params: { id } }) => {
    const caller = demandAdministrator(request)
    await withFirmWrite(database, caller.firmId, (trx) => revokeEnrollmentToken(trx, { caller, now: now() }, id))
  })
  serveCall(api, revokeAgent, async ({ request, params: { id } }) => {
    const caller = demandAdministrator(request)
    await withFirmWrite(database, caller.firmId, (trx) => revokeAgentRow(trx, { caller, now: now() }, id))
  })
}

/** An agent receives everything that credentials naming it save, regardless of ethical walls. */
function demandAdministrator(request: FastifyRequest): Caller {
  const caller = callerOf(request)
  if (!isAdmin(caller.role)) throw new ApiError('forbidden', { sentence: administratorsOnly })
  if (caller.timekeeperId !== undefined) throw new ApiError('forbidden', { sentence: beyondWalls })
  return caller
}

const administratorsOnly = 'Only an administrator can enroll and revoke agents.'
const beyondWalls =
  "Ethical walls don't apply to agents. Ask an administrator without a timekeeper to enroll or revoke one."

function shownAgent({ createdAt, connectedAt, lastSeenAt, ...row }: AgentRow & { firmId: number }) {
  const { id, name, version, credentials, waiting } = row
  return {
    ...{ id, name, version, credentials, waiting, neededVersion: neededVersion(version) },
    enrolledAt: createdAt.toISOString(),
    connectedAt: connectedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}

function shownToken({ createdAt, expiresAt, createdBy, ...token }: EnrollmentToken, { role }: Caller) {
  return {
    ...token,
    createdBy: fieldAccess(user, 'fullName', role) === 'DENY' ? null : createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
