import { isUuid } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { newId } from '../../base/db/ids.ts'
import { recordEvent } from '../../records/audit.ts'
import type { SessionUser } from '../../records/session-user.ts'
import { endInvitationLinks } from '../invitation-state.ts'
import { acceptInvitation } from '../invitations.ts'
import { openSession, type TokenPair } from '../sessions.ts'
import { type Origin, originOf, type Requester } from '../sign-ins/origin.ts'
import { recordSignIn } from '../sign-ins/record.ts'
import { collectAttempt } from './attempts.ts'
import { cookieOf, returnCookieOf } from './browser-cookie.ts'
import { noteFailure } from './note-failure.ts'
import { findProvider } from './providers.ts'
import type { SignOnDeps } from './sign-on-deps.ts'
import { publicSentences, refusalOf } from './sign-on-problem.ts'

interface Collecting extends Requester {
  firmId: number
  attempt: string
  /** The request's Cookie header. */
  cookies: string | undefined
}

/** A session as a password opens one, or why there is none. `browserCookies` are Set-Cookie headers. */
type Collected = { user: SessionUser; tokens: TokenPair; browserCookies: string[] } | { sentence: string }

/** Opens the session of a sign-in that succeeded, once, in the browser that began it and brought it back. */
export async function collectSignOn(deps: SignOnDeps, collecting: Collecting): Promise<Collected> {
  const { firmId, attempt: id, cookies, userAgent, network } = collecting
  const browser = cookieOf(cookies, id)
  if (!isUuid(id) || browser === '') return { sentence: publicSentences.late }
  const now = deps.now()
  const origin = await originOf({ network, userAgent })
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const attempt = await collectAttempt(trx, { firmId, id, browser, returned: returnCookieOf(cookies, id), now })
    if (!attempt) return { sentence: publicSentences.late }
    if (attempt.userId === null) return { sentence: attempt.sentence ?? publicSentences.broken }
    const user = await findActiveUser(trx, { firmId, id: attempt.userId })
    if (!user) {
      await noteDeactivated(trx, { firmId, ...attempt, userId: attempt.userId, origin, now })
      return { sentence: publicSentences.deactivated }
    }
    const tokens = await openSession(trx, deps, {
      ...{ firmId, userId: user.id, userAgent, way: 'provider' },
      // Without it, what is asked about again is asked about at once.
      provedAt: attempt.provedAt ?? new Date(0),
    })
    const provider = await nameOfProvider(trx, firmId, attempt.providerId)
    await noteSignIn(trx, { firmId, user, provider })
    await noteAccepted(trx, { firmId, userId: user.id, now })
    const known = deps.browsers.find(cookies, { firmId, userId: user.id }, now)
    await recordSignIn(trx, {
      ...{ firmId, userId: user.id, way: 'SIGN_ON', provider, origin, now },
      ...{ sessionId: tokens.sessionId, isKnownBrowser: known !== undefined },
    })
    return { user, tokens, browserCookies: rememberBrowser(deps, { firmId, userId: user.id, known, now }) }
  })
}

interface Remembering {
  firmId: number
  userId: string
  known: string | undefined
  now: Date
}

/** The browser is known for the next sign-in by a provider, and for a password, should the provider be down. */
function rememberBrowser({ browsers }: SignOnDeps, { firmId, userId, known = newId(), now }: Remembering): string[] {
  const user = { firmId, userId }
  return (['/api/v1/auth/login', '/api/v1/sso'] as const).map((path) => browsers.remember(user, known, now, path))
}

/** Signing in by the provider accepts the invitation; a link to set a password has had its use. */
async function noteAccepted(trx: Trx, accepted: { firmId: number; userId: string; now: Date }): Promise<void> {
  await acceptInvitation(trx, accepted)
  await endInvitationLinks(trx, accepted)
}

/** They may have been deactivated since they returned from the provider. */
async function findActiveUser(
  trx: Trx,
  { firmId, id }: { firmId: number; id: string },
): Promise<SessionUser | undefined> {
  const { rows } = await sql<SessionUser>`
    select id, email, full_name as "fullName", display_name as "displayName", security_role_id as "securityRoleId",
      timekeeper_id as "timekeeperId"
    from users where firm_id = ${firmId} and id = ${id}::uuid and is_active and not is_service_account`.execute(trx)
  return rows[0]
}

interface Deactivated {
  firmId: number
  userId: string
  providerId: string
  origin: Origin
  now: Date
}

async function noteDeactivated(trx: Trx, { firmId, userId, providerId, origin, now }: Deactivated): Promise<void> {
  const provider = await findProvider(trx, { firmId, id: providerId })
  if (!provider) return
  const sentence = 'The user was deactivated while they signed in.'
  const problem = refusalOf('deactivated', sentence, { userId, reason: 'DEACTIVATED' })
  await noteFailure(trx, { provider, problem, origin, now })
}

async function nameOfProvider(trx: Trx, firmId: number, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from identity_providers where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  return rows[0]?.name ?? ''
}

async function noteSignIn(
  trx: Trx,
  { firmId, user, provider }: { firmId: number; user: SessionUser; provider: string },
): Promise<void> {
  await recordEvent(trx, {
    firmId,
    level: 'AUDIT',
    type: 'login success',
    sentence: `${user.fullName} signed in with ${provider}.`,
    userId: user.id,
    entity: 'user',
    entityId: user.id,
    action: 'signed_in_by',
    recordTitle: user.fullName,
    facts: { provider },
  })
}
