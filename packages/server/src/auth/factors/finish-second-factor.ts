import type { FactorWay } from '@courtcrier/contract/calls/factor-challenge.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { recordEvent } from '../../records/audit.ts'
import { completeSignIn, type SignedIn, type SignInManner } from '../complete-sign-in.ts'
import { countAttempt } from '../lock-out.ts'
import { type Account, findAccount } from '../log-in.ts'
import { originOf } from '../sign-ins/origin.ts'
import { recordRefusal } from '../sign-ins/record.ts'
import { hasSingleSignOn } from '../way-back-in.ts'
import { challengeCookieOf } from './challenge-cookie.ts'
import { endChallenge, lockChallenge } from './challenges.ts'
import { checkFactor, type FactorAnswer } from './check-factor.ts'
import type { FactorDeps } from './factor-deps.ts'

interface Finishing {
  firmId: number
  /** The ID of the question. */
  id: string
  answer: FactorAnswer
  userAgent: string | undefined
  /** The network the request was sent from. */
  network: string
  /** The request's Cookie header. */
  cookies: string | undefined
}

export type FinishResult =
  | SignedIn
  /** The question is unknown, answered, too old, or was put to another browser. */
  | 'late'
  | 'wrong'
  | { lockedUntil: Date }

/**
 * Opens the session of someone whose password was right, by their second factor. Wrong answers slow the next one down
 * like wrong passwords, and are counted apart: the right password must not clear them.
 */
export async function finishSecondFactor(deps: FactorDeps, finishing: Finishing): Promise<FinishResult> {
  const { firmId, id, answer, userAgent, network, cookies } = finishing
  const origin = await originOf({ network, userAgent })
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const now = deps.now()
    const asked = await lockChallenge(trx, { firmId, id, by: { browser: challengeCookieOf(cookies, id) }, now })
    const account = asked?.userId && (await findAccountById(trx, asked.userId))
    if (!asked || !account) return 'late'
    const { user } = account
    const hasSignOn = await hasSingleSignOn(trx, firmId)
    if (hasSignOn && !account.isAdministrator) return 'late'
    const use = await checkFactor(trx, deps, { firmId, userId: user.id, answer, challenge: asked.challenge, now })
    const browser = deps.browsers.find(cookies, { firmId, userId: user.id }, now)
    const from = browser === undefined ? { network } : { browser }
    const email = factorAttempts(user.id)
    const result = await countAttempt(trx, { firmId, email, from, isRight: use !== undefined, now })
    if (result !== 'accepted' || !use) {
      const outcome = typeof result === 'object' ? 'LOCKED' : 'REFUSED'
      await recordRefusal(trx, { firmId, userId: user.id, way: 'FACTOR', origin, now, outcome })
      await noteFailedFactor(trx, { firmId, account, why: typeof result === 'object' ? 'locked' : 'wrong' })
      return typeof result === 'object' ? result : 'wrong'
    }
    await use()
    await endChallenge(trx, { firmId, id })
    const how = howOf(answer.way, user.fullName)
    return completeSignIn(trx, deps, { firmId, user, userAgent, cookies, origin, hasSignOn, how })
  })
}

/** Under which name wrong second factors of a user are counted. */
export function factorAttempts(userId: string): string {
  return `second factor of ${userId}`
}

function howOf(factor: FactorWay, name: string): SignInManner {
  const way = 'FACTOR'
  if (factor === 'totp')
    return { way, sentence: `${name} signed in with a password and a code.`, action: 'signed_in_code' }
  if (factor === 'passkey') return { way, sentence: `${name} signed in with a passkey.`, action: 'signed_in_passkey' }
  return { way, sentence: `${name} signed in with a password and a recovery code.`, action: 'signed_in_recovery' }
}

/** They may have been deactivated since. */
export async function findAccountById(trx: Trx, id: string): Promise<Account | undefined> {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${id}::uuid`.execute(trx)
  return rows[0] && findAccount(trx, rows[0].email)
}

/** Logs a wrong second factor. */
async function noteFailedFactor(
  trx: Trx,
  { firmId, account: { user }, why }: { firmId: number; account: Account; why: 'wrong' | 'locked' },
): Promise<void> {
  await recordEvent(trx, {
    firmId,
    level: 'WARNING',
    type: 'login failure',
    sentence:
      why === 'locked'
        ? `The second factor of ${user.fullName} was refused: too many failed attempts.`
        : `The second factor of ${user.fullName} was refused: it was wrong.`,
    userId: user.id,
    entity: 'user',
    entityId: user.id,
    action: 'factor_failed',
    recordTitle: user.fullName,
  })
}
