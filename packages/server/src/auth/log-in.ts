import { isEmail } from '@courtcrier/contract/fields/email.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { recordEvent } from '../records/audit.ts'
import type { SessionUser } from '../records/session-user.ts'
import type { AuthDeps } from './auth-deps.ts'
import { completeSignIn, type SignedIn } from './complete-sign-in.ts'
import { askForFactor, type FactorAsked } from './factors/ask-for-factor.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { type AttemptResult, countAttempt, sameEmail } from './lock-out.ts'
import { originOf } from './sign-ins/origin.ts'
import { recordRefusal } from './sign-ins/record.ts'
import { hasSingleSignOn } from './way-back-in.ts'

export interface Credentials {
  firmId: number
  email: string
  password: string
  userAgent?: string
  /** The network the request was sent from. */
  network: string
  /** The request's Cookie header. */
  cookies?: string
}

export type LogInResult =
  | SignedIn
  /** The password is right, and the user has a second factor. */
  | { asked: FactorAsked }
  | 'refused'
  /** The firm has single sign-on, and this isn't an administrator's address and password. */
  | 'sign_on'
  | { lockedUntil: Date }

/**
 * Logs a user in, or asks for their second factor. The work and the answer are the same whether or not there is an
 * account: a user lookup, a password check, a counted attempt, a line in the log.
 */
export async function logIn(
  deps: AuthDeps & { browsers: KnownBrowsers },
  credentials: Credentials,
): Promise<LogInResult> {
  const { firmId, email, password, network, cookies, userAgent } = credentials
  const { account, hasSignOn } = await withFirm(deps.database, firmId, async (trx) => ({
    account: await findAccount(trx, email),
    hasSignOn: await hasSingleSignOn(trx, firmId),
  }))
  const browser = account && deps.browsers.find(cookies, { firmId, userId: account.user.id }, deps.now())
  const source = account && browser !== undefined ? { firmId, userId: account.user.id } : { network }
  // Between two transactions, because the embedded database has one connection and hashing takes a while.
  const isVerified = await deps.passwords.verify(account?.passwordHash, password, source)
  // With single sign-on, a right password of anyone else is treated as a wrong one: it must not be recognized as right.
  const isRight = isVerified && (!hasSignOn || account?.isAdministrator === true)
  const now = deps.now()
  const origin = await originOf({ network, userAgent })
  const attempted = { firmId, userId: account?.user.id, origin, now }
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const from = browser === undefined ? { network } : { browser }
    const isStillRight = isRight && (await isUnchanged(trx, { firmId, email, account, hasSignOn }))
    const result = await countAttempt(trx, { firmId, email, from, isRight: isStillRight, now })
    if (result !== 'accepted' || !account) {
      await recordFailure(trx, credentials, { account, result })
      const outcome = typeof result === 'object' ? 'LOCKED' : 'REFUSED'
      await recordRefusal(trx, { ...attempted, way: 'PASSWORD', outcome })
      return typeof result === 'object' ? result : hasSignOn ? 'sign_on' : 'refused'
    }
    const { user } = account
    const asked = await askForFactor(trx, { firmId, userId: user.id, now })
    if (asked) return { asked }
    const how = { way: 'PASSWORD', sentence: `${user.fullName} signed in.`, action: 'signed_in' } as const
    return completeSignIn(trx, deps, { firmId, user, userAgent, cookies, origin, hasSignOn, how })
  })
}

interface Checked {
  firmId: number
  email: string
  account: Account | undefined
  hasSignOn: boolean
}

/**
 * Whether an account is as it was when its password was checked. Hashing takes a while: a password that was changed
 * meanwhile, which ended all sessions, must not open another one. Waits for a change under way, and lets others wait.
 */
async function isUnchanged(trx: Trx, { firmId, email, account, hasSignOn }: Checked): Promise<boolean> {
  const id = account?.user.id
  await sql`select from users where firm_id = ${firmId}::integer and id = ${id ?? null}::uuid for share`.execute(trx)
  await sql`select from user_secrets where firm_id = ${firmId}::integer and id = ${id ?? null}::uuid for share`.execute(
    trx,
  )
  const now = await findAccount(trx, email)
  return (
    now?.user.id === id &&
    now?.passwordHash === account?.passwordHash &&
    now?.isAdministrator === account?.isAdministrator &&
    (await hasSingleSignOn(trx, firmId)) === hasSignOn
  )
}

/** A user who may log in, and the password's hash if one was ever set. */
export interface Account {
  user: SessionUser
  passwordHash: string | undefined
  /** Whether the role is the predefined one of administrators, who keep a way in without single sign-on. */
  isAdministrator: boolean
}

/** Returns the active person with this address; service accounts can't log in. */
export async function findAccount(trx: Trx, email: string): Promise<Account | undefined> {
  const { rows } = await sql<SessionUser & { passwordHash: string | null; isAdministrator: boolean }>`
    select u.id, u.email, u.full_name as "fullName", u.display_name as "displayName",
      u.security_role_id as "securityRoleId", u.timekeeper_id as "timekeeperId", s.password_hash as "passwordHash",
      r.is_system_defined and r.name = 'Administrator' as "isAdministrator"
    from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
      left join user_secrets s on s.firm_id = u.firm_id and s.id = u.id
    where lowered(u.email) = ${sameEmail(email)} and u.is_active and not u.is_service_account`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const { passwordHash, isAdministrator, ...user } = found
  return { user, passwordHash: passwordHash ?? undefined, isAdministrator }
}

async function recordFailure(
  trx: Trx,
  { firmId, email }: Credentials,
  { account, result }: { account: Account | undefined; result: AttemptResult },
): Promise<void> {
  // Only an address is logged: people type passwords into the wrong input.
  const whom = isEmail(email.trim()) ? email.trim() : "something that isn't an email address"
  const why = typeof result === 'object' ? 'too many failed attempts' : 'unknown address or wrong password'
  await recordEvent(trx, {
    firmId,
    level: 'WARNING',
    type: 'login failure',
    sentence: `A sign-in as ${whom} failed: ${why}.`,
    action: 'sign_in_failed',
    facts: { whom: isEmail(email.trim()) ? email.trim() : '', why: typeof result === 'object' ? 'locked' : 'wrong' },
    ...(account ? { userId: account.user.id, entity: 'user', entityId: account.user.id } : {}),
  })
}
