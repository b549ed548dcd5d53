import {
  readInvitation,
  readInvitationLink,
  readInvitationTerms,
  revokeInvitation as revokeCall,
  sendInvitation,
} from '@courtcrier/contract/calls/invitations.ts'
import { invitePeople as invitePeopleCall } from '@courtcrier/contract/calls/invite-people.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import type { FastifyInstance } from 'fastify'
import { firmOf } from '../../auth/authenticate.ts'
import { describeLink, findInvitation, revokeInvitation } from '../../auth/invitation-state.ts'
import { invite } from '../../auth/invitations.ts'
import { invitePeople } from '../../auth/invite-people.ts'
import { hasSingleSignOn } from '../../auth/way-back-in.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { hasSender } from '../../outbox/mail/accounts/sender-rows.ts'
import type { SendMail } from '../../outbox/mail/system-mail.ts'
import type { Caller } from '../../records/caller.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'

interface InvitationRouteDeps extends Pick<Services, 'database' | 'config' | 'secrets'> {
  sendMail: SendMail
  now: () => Date
  /** Invitations per minute from one network address. */
  limit: number
}

/** Inviting users to set a first password or, with single sign-on, to sign in. */
export function invitationRoutes(api: FastifyInstance, deps: InvitationRouteDeps): void {
  const { database, config, now, limit } = deps
  serveCall(api, readInvitationTerms, async ({ request }) => {
    const { firmId } = demand(request, user, 'READ')
    return withFirm(database, firmId, async (trx) => ({
      canSend: await canSend(trx, deps, firmId),
      way: (await hasSingleSignOn(trx, firmId)) ? 'sign_on' : 'password',
    }))
  })
  serveCall(api, readInvitation, async ({ request, params: { id } }) => {
    const { firmId, role } = demand(request, user, 'READ')
    const found = await withFirm(database, firmId, async (trx) => ({
      canSend: await canSend(trx, deps, firmId),
      ...(await findInvitation(trx, { firmId, userId: id, now: now() })),
    }))
    const isNamed = fieldAccess(user, 'fullName', role) !== 'DENY'
    return { ...found, invitedBy: isNamed ? found.invitedBy : null }
  })
  serveCall(
    api,
    sendInvitation,
    async ({ request, params: { id } }) =>
      invite({ ...deps, publicUrl: config.publicUrl }, demand(request, user, 'FULL'), id),
    { rateLimit: { max: limit, timeWindow: '1 minute', ipv6Subnet: 64 } },
  )
  serveCall(api, revokeCall, async ({ request, params: { id } }) => {
    const caller = demand(request, user, 'FULL')
    await withFirmWrite(database, caller.firmId, (trx) => revokeInvitation(trx, { caller, userId: id, now: now() }))
  })
  listRoute(api, deps)
  linkRoute(api, deps)
}

/** Inviting the people of a list. */
function listRoute(api: FastifyInstance, deps: InvitationRouteDeps): void {
  const { database, config } = deps
  serveCall(
    api,
    invitePeopleCall,
    async ({ request, body: { rehearse = false, linkTimekeepers = false, ...wish } }) => {
      const caller = demand(request, user, 'FULL')
      demandFields(caller)
      const isAble = await withFirm(database, caller.firmId, (trx) => canSend(trx, deps, caller.firmId))
      const inviting = { ...wish, caller, linkTimekeepers, isRehearsal: rehearse, canSend: isAble }
      const { people, undoId } = await invitePeople({ ...deps, publicUrl: config.publicUrl }, inviting)
      return { canSend: isAble, people, ...(undoId === undefined ? {} : { undoId }) }
    },
    { rateLimit: oftenOf(deps) },
  )
}

/** Saying what a link to set a password is for, to someone who has it. */
function linkRoute(api: FastifyInstance, deps: InvitationRouteDeps): void {
  const { database, now } = deps
  serveCall(
    api,
    readInvitationLink,
    async ({ request, body: { token } }) => {
      const firmId = firmOf(request)
      const found = await withFirm(database, firmId, (trx) => describeLink(trx, { firmId, token, now: now() }))
      if (!found) throw new ApiError('not_found', { sentence: 'This link is no longer valid. Ask for a new one.' })
      return found
    },
    { auth: 'none', rateLimit: oftenOf(deps) },
  )
}

/** A list is sent in parts, so that the console can show how far it is. */
function oftenOf({ limit }: InvitationRouteDeps) {
  return { max: limit * 6, timeWindow: '1 minute', ipv6Subnet: 64 }
}

async function canSend(trx: Trx, { config }: InvitationRouteDeps, firmId: number): Promise<boolean> {
  return config.outgoing !== undefined || (await hasSender(trx, firmId))
}

/** Who is a user already is said by address and name. */
function demandFields({ role }: Caller): void {
  if (['email', 'fullName', 'securityRoleId'].every((key) => fieldAccess(user, key, role) === 'FULL')) return
  throw new ApiError('forbidden', { sentence: 'Your role may not enter the email address, name and role of users.' })
}
