import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { firmUrl } from '../base/firm-url.ts'
import { failureOf } from '../outbox/mail/send-failure.ts'
import type { SendMail } from '../outbox/mail/system-mail.ts'
import { recordEvent } from '../records/audit.ts'
import type { SessionUser } from '../records/session-user.ts'
import type { AuthDeps } from './auth-deps.ts'
import { setPassword } from './change-password.ts'
import { invitationStateOf, isInvitationRevoked } from './invitation-state.ts'
import { acceptInvitation } from './invitations.ts'
import { sameEmail } from './lock-out.ts'
import { type Account, findAccount } from './log-in.ts'
import { addPasswordLink, removePasswordLink, takePasswordLink } from './password-links.ts'
import { resetMail } from './reset-mail.ts'

/** A link to set a new password works once, for an hour. */
const linkMs = 3600 * 1000

/** What the answer to "forgot my password" depends on. */
export interface ForgotLookup {
  /** Undefined, too, for a user whose invitation was revoked: a link would let them in all the same. */
  account: Account | undefined
  /** The firm prefers the same answer whether or not an account exists. */
  hidesUnknownEmails: boolean
  firmName: string
  hostNames: readonly string[]
}

export async function lookUpForgotten(deps: AuthDeps, firmId: number, email: string): Promise<ForgotLookup> {
  return withFirm(deps.database, firmId, async (trx) => {
    const { rows } = await sql<Omit<ForgotLookup, 'account'> & { isRevoked: boolean }>`
      select hides_unknown_emails as "hidesUnknownEmails", name as "firmName", host_names as "hostNames",
        exists (select from users o where o.firm_id = firms.id and lowered(o.email) = ${sameEmail(email)}
          and ${invitationStateOf('o')} = 'REVOKED') as "isRevoked"
      from firms where id = ${firmId}::integer`.execute(trx)
    const [found] = rows
    if (!found) throw new Error(`there is no firm ${firmId}`)
    const { isRevoked, ...firm } = found
    const account = await findAccount(trx, email)
    return { ...firm, account: isRevoked ? undefined : account }
  })
}

/**
 * Emails a user the link for setting a new password. When the mail server refuses it, the firm's log says why and the
 * user may request another at once.
 */
export async function sendResetLink(
  deps: AuthDeps & { publicUrl: string; sendMail: SendMail },
  firmId: number,
  { account, firmName, hostNames }: ForgotLookup,
): Promise<void> {
  if (!account) return
  const { user } = account
  // The time of the request, since the transaction may have to wait for others.
  const now = deps.now()
  const token = await withFirmWrite(deps.database, firmId, (trx) => addReset(trx, { firmId, user, now }))
  if (token === undefined) return
  const base = firmUrl(deps.publicUrl, hostNames)
  const why = failureOf(await deps.sendMail({ ...resetMail({ user, firmName, base, token }), firmId }))
  if (why === undefined) return
  await withFirmWrite(deps.database, firmId, (trx) => takeBack(trx, { firmId, user, token, why }))
}

/**
 * Sets a new password by a link's token; returns false when the link is no longer valid or belongs to another address.
 */
export async function resetPassword(
  deps: AuthDeps,
  firmId: number,
  reset: { email: string; token: string; password: string; network: string },
): Promise<boolean> {
  const hash = await deps.passwords.hash(reset.password, { network: reset.network })
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const now = deps.now()
    const owner = await takePasswordLink(trx, { token: reset.token, now })
    if (!owner || sameEmail(owner.email) !== sameEmail(reset.email)) return false
    const { userId, isInvitation } = owner
    if (isInvitation) await acceptInvitation(trx, { firmId, userId, now })
    // A link of an invitation ended with it; one that was asked for before still works for an hour.
    else if (await isInvitationRevoked(trx, { firmId, userId })) return false
    await setPassword(trx, { firmId, ...owner, hash, now })
    return true
  })
}

/** Returns a new token; undefined when one was sent a moment ago. */
async function addReset(
  trx: Trx,
  { firmId, user, now }: { firmId: number; user: SessionUser; now: Date },
): Promise<string | undefined> {
  const token = await addPasswordLink(trx, { firmId, userId: user.id, now, validMs: linkMs })
  if (token === undefined) return undefined
  await recordEvent(trx, {
    firmId,
    level: 'AUDIT',
    type: 'other',
    sentence: `A password reset link was created for ${user.fullName}.`,
    entity: 'user',
    entityId: user.id,
    action: 'reset_asked',
    recordTitle: user.fullName,
  })
  return token
}

async function takeBack(
  trx: Trx,
  { firmId, user, token, why }: { firmId: number; user: SessionUser; token: string; why: string },
): Promise<void> {
  await removePasswordLink(trx, token)
  await recordEvent(trx, {
    firmId,
    level: 'ERROR',
    type: 'other',
    sentence: `The password reset link couldn't be emailed to ${user.email}. ${why}`,
    userId: user.id,
    entity: 'user',
    entityId: user.id,
    action: 'reset_mail_failed',
    recordTitle: user.fullName,
    facts: { why },
  })
}
