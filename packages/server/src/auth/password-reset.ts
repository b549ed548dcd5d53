import { sql } from 'kysely'
import { recordEvent } from '../api/audit.ts'
import type { SendMail } from '../api/system-mail.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { AuthDeps } from './auth-deps.ts'
import { setPassword } from './change-password.ts'
import { sameEmail } from './lock-out.ts'
import { type Account, findAccount } from './log-in.ts'
import { resetMail } from './reset-mail.ts'
import { hashToken, makeSecretToken } from './secret-token.ts'
import type { SessionUser } from './session-user.ts'

/** A link to set a new password works once, for an hour. */
const linkMs = 3600 * 1000
/** Nobody's mailbox is flooded: a second link within this time is not sent. */
const pauseMs = 60 * 1000

/** What the answer to "forgot my password" needs to know. */
export interface ForgotLookup {
  account: Account | undefined
  /** The firm prefers the same answer whether or not an account exists. */
  hidesUnknownEmails: boolean
  firmName: string
  hostNames: readonly string[]
}

export async function lookUpForgotten(deps: AuthDeps, firmId: number, email: string): Promise<ForgotLookup> {
  return withFirm(deps.database, firmId, async (trx) => {
    const { rows } = await sql<Omit<ForgotLookup, 'account'>>`
      select hides_unknown_emails as "hidesUnknownEmails", name as "firmName", host_names as "hostNames"
      from firms where id = ${firmId}::integer`.execute(trx)
    const [firm] = rows
    if (!firm) throw new Error(`there is no firm ${firmId}`)
    return { ...firm, account: await findAccount(trx, email) }
  })
}

/**
 * Mails a user the link under which a new password can be set. When the mail server does not take it, the firm's
 * log says why and the user may ask again at once.
 */
export async function sendResetLink(
  deps: AuthDeps & { publicUrl: string; sendMail: SendMail },
  firmId: number,
  { account, firmName, hostNames }: ForgotLookup,
): Promise<void> {
  if (!account) return
  const { user } = account
  // When it was asked for: the transaction may have to wait for others.
  const now = deps.now()
  const token = await withFirm(deps.database, firmId, (trx) => addReset(trx, { firmId, user, now }))
  if (token === undefined) return
  const base = firmUrl(deps.publicUrl, hostNames)
  const result = await deps.sendMail(resetMail({ user, firmName, base, token }))
  if ('accepted' in result) return
  const why = 'retry' in result ? result.retry : result.rejected
  await withFirm(deps.database, firmId, (trx) => takeBack(trx, { firmId, user, token, why }))
}

/** Sets a new password by the token of a link; false when the link is no longer good or another's. */
export async function resetPassword(
  deps: AuthDeps,
  firmId: number,
  reset: { email: string; token: string; password: string },
): Promise<boolean> {
  const hash = await deps.passwords.hash(reset.password)
  return withFirm(deps.database, firmId, async (trx) => {
    const now = deps.now()
    const owner = await takeReset(trx, { token: reset.token, now })
    if (!owner || sameEmail(owner.email) !== sameEmail(reset.email)) return false
    await setPassword(trx, { firmId, ...owner, hash, now })
    return true
  })
}

/**
 * The address of the firm's console. The Host header of the request has no part in it: whoever asks for
 * another's link could make it lead elsewhere.
 */
function firmUrl(publicUrl: string, hostNames: readonly string[]): string {
  const url = new URL(publicUrl)
  const [first] = hostNames
  if (first !== undefined && !hostNames.includes(url.hostname)) url.hostname = first
  return url.href.replace(/\/$/, '')
}

/** A new token; undefined when one was sent a moment ago. */
async function addReset(
  trx: Trx,
  { firmId, user, now }: { firmId: number; user: SessionUser; now: Date },
): Promise<string | undefined> {
  const userId = user.id
  const expiresAt = new Date(now.getTime() + linkMs)
  await sql`delete from password_resets where user_id = ${userId}::uuid and expires_at < ${now}::timestamptz`.execute(
    trx,
  )
  const { rows } = await sql`select 1 from password_resets where user_id = ${userId}::uuid and used_at is null
    and expires_at > ${new Date(expiresAt.getTime() - pauseMs)}::timestamptz`.execute(trx)
  if (rows.length > 0) return undefined
  const { token, hash } = makeSecretToken()
  await sql`insert into password_resets (firm_id, id, user_id, token_hash, expires_at)
    values (${firmId}::integer, ${newId()}::uuid, ${userId}::uuid, ${hash}, ${expiresAt}::timestamptz)`.execute(trx)
  await recordEvent(trx, {
    firmId,
    level: 'AUDIT',
    type: 'other',
    sentence: `A link to set a new password was made for ${user.fullName}.`,
    entity: 'user',
    entityId: userId,
    action: 'reset_asked',
    recordTitle: user.fullName,
  })
  return token
}

async function takeBack(
  trx: Trx,
  { firmId, user, token, why }: { firmId: number; user: SessionUser; token: string; why: string },
): Promise<void> {
  await sql`delete from password_resets where token_hash = ${hashToken(token)}`.execute(trx)
  await recordEvent(trx, {
    firmId,
    level: 'ERROR',
    type: 'other',
    sentence: `The link to set a new password could not be mailed to ${user.email}. ${why}`,
    userId: user.id,
    entity: 'user',
    entityId: user.id,
    action: 'reset_mail_failed',
    recordTitle: user.fullName,
    facts: { why },
  })
}

/** Whose token it is, if it is good. Locked, so that of two requests at once one comes second. */
async function takeReset(
  trx: Trx,
  { token, now }: { token: string; now: Date },
): Promise<{ userId: string; email: string } | undefined> {
  const { rows } = await sql<{ userId: string; email: string }>`
    select r.user_id as "userId", u.email from password_resets r
    join users u on u.firm_id = r.firm_id and u.id = r.user_id
    where r.token_hash = ${hashToken(token)} and r.used_at is null and r.expires_at > ${now}::timestamptz
      and u.is_active
    for update of r`.execute(trx)
  return rows[0]
}
