import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import type { Trx } from '../base/db/database.ts'
import { recordEvent } from '../records/audit.ts'
import type { SessionUser } from '../records/session-user.ts'
import type { AuthDeps } from './auth-deps.ts'
import { type FactorDuty, findDuty } from './factors/duty.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { openSession, type TokenPair } from './sessions.ts'
import { noteWayBackIn } from './way-back-in.ts'

/** A session as its user gets it. `browserCookie` is a Set-Cookie header. */
export interface SignedIn {
  user: SessionUser
  tokens: TokenPair
  browserCookie: string
  /** An administrator got in past single sign-on. */
  isWayBackIn: boolean
  /** By when the user must add a second factor. */
  due: FactorDuty | undefined
}

interface Completing {
  firmId: number
  user: SessionUser
  userAgent: string | undefined
  /** The request's Cookie header. */
  cookies: string | undefined
  hasSignOn: boolean
  /** What the log says, and its key in other languages. */
  how: { sentence: string; action: EventAction }
}

/** Opens the session of a user who has shown all that is asked of them, and logs it. */
export async function completeSignIn(
  trx: Trx,
  deps: AuthDeps & { browsers: KnownBrowsers },
  { firmId, user, userAgent, cookies, hasSignOn, how }: Completing,
): Promise<SignedIn> {
  const now = deps.now()
  const owner = { firmId, userId: user.id }
  const tokens = await openSession(trx, deps, { ...owner, userAgent })
  await recordEvent(trx, {
    firmId,
    level: 'AUDIT',
    type: 'login success',
    sentence: how.sentence,
    userId: user.id,
    entity: 'user',
    entityId: user.id,
    action: how.action,
    recordTitle: user.fullName,
  })
  if (hasSignOn) await noteWayBackIn(trx, firmId, user)
  const browserCookie = deps.browsers.remember(owner, deps.browsers.find(cookies, owner, now), now)
  return { user, tokens, browserCookie, isWayBackIn: hasSignOn, due: await findDuty(trx, { ...owner, now }) }
}
