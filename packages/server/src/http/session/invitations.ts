import { readInvitation, readInvitationTerms, sendInvitation } from '@courtcrier/contract/calls/invitations.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import type { FastifyInstance } from 'fastify'
import { findInvitation, invite } from '../../auth/invitations.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { hasSender } from '../../outbox/mail/accounts/sender-rows.ts'
import type { SendMail } from '../../outbox/mail/system-mail.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'

interface InvitationRouteDeps extends Pick<Services, 'database' | 'config'> {
  sendMail: SendMail
  now: () => Date
  /** Invitations per minute from one network address. */
  limit: number
}

/** Inviting users to set a first password. */
export function invitationRoutes(api: FastifyInstance, deps: InvitationRouteDeps): void {
  const { database, config, now, limit } = deps
  const canSend = async (trx: Trx, firmId: number) => config.outgoing !== undefined || (await hasSender(trx, firmId))
  serveCall(api, readInvitationTerms, async ({ request }) => {
    const { firmId } = demand(request, user, 'READ')
    return { canSend: await withFirm(database, firmId, (trx) => canSend(trx, firmId)) }
  })
  serveCall(api, readInvitation, async ({ request, params: { id } }) => {
    const { firmId, role } = demand(request, user, 'READ')
    const found = await withFirm(database, firmId, async (trx) => ({
      canSend: await canSend(trx, firmId),
      ...(await findInvitation(trx, { firmId, userId: id, now: now() })),
    }))
    const isNamed = fieldAccess(user, 'fullName', role) !== 'DENY'
    return { ...found, invitedBy: isNamed ? found.invitedBy : null }
  })
  const rateLimit = { max: limit, timeWindow: '1 minute', ipv6Subnet: 64 }
  serveCall(
    api,
    sendInvitation,
    async ({ request, params: { id } }) => {
      const caller = demand(request, user, 'FULL')
      await invite({ ...deps, publicUrl: config.publicUrl }, caller, id)
    },
    { rateLimit },
  )
}
