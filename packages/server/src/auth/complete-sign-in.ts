import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import type { SignInWay } from '@courtcrier/contract/resources/sign-in.ts'
import type { Trx } from '../base/db/database.ts'
import { recordEvent } from '../records/audit.ts'
import type { SessionUser } from '../records/session-user.ts'
import type { AuthDeps } from './auth-deps.ts'
import { type FactorDuty, findDuty } from './factors/duty.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { openSession, type TokenPair } from './sessions.ts'
import type { Origin } from './sign-ins/origin.ts'
import { recordSignIn } from './sign-ins/record.ts'
import { noteWayBackIn } from './way-back-in.ts'

/** A session as its user gets it. `browserCookie` is a Set-Cookie header. */
export interface SignedIn {
  user: SessionUser
  tokens: TokenPair
  browserCookie: string
  /** By when the user must add a second factor. */
  due: FactorDuty | undefined
}

/** By what a user signed in, what the log says of it, and its key in other languages. */
export interface SignInManner {
  way: SignInWay
  sentence: string
  action: EventAction
}

interface Completing {
  firmId: number
  user: SessionUser
  userAgent: string | undefined
  /** The request's Cookie header. */
  cookies: string | undefined
  origin: Origin
  hasSignOn: boolean
  how: SignInManner
}

/** Opens the session of a user who has shown all that is asked of them, and logs it. */
export async function completeSignIn(
  trx: Trx,
  deps: AuthDeps & { browsers: KnownBrowsers },
  { firmId, user, userAgent, cookies, origin, hasSignOn, how }: Completing,
): Promise<SignedIn> {
  const now = deps.now()
  const owner = { firmId, userId: user.id }
  const tokens = await openSession(trx, deps, { ...owner, userAgent })
  const browser = deps.browsers.find(cookies, owner, now)
  await recordSignIn(trx, {
    ...{ ...owner, way: hasSignOn ? 'WAY_BACK' : how.way, origin, now },
    ...{ sessionId: tokens.sessionId, isKnownBrowser: browser !== undefined },
  })
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
  if (hasSignOn) await noteWayBackIn(trx, { firmId, user, now })
  const browserCookie = deps.browsers.remember(owner, browser, now)
  return { user, tokens, browserCookie, due: await findDuty(trx, { ...owner, now }) }
}
