import { type Invitation, invitationDays } from '@courtcrier/contract/calls/invitations.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { SendMail } from '../outbox/mail/system-mail.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { addPasswordLink, firmUrl, removePasswordLink } from './password-links.ts'
import { invitationMail } from './reset-mail.ts'

export interface InvitationDeps {
  database: Database
  publicUrl: string
  sendMail: SendMail
  now: () => Date
}

interface Sent {
  invitedAt: Date
  invitedBy: string
  acceptedAt: Date | null
}

interface Invited {
  email: string
  fullName: string
  displayName: string | null
  isActive: boolean
  hasPassword: boolean
  isServiceAccount: boolean
  firmName: string
  hostNames: readonly string[]
}

/**
 * Emails a user a link to set a first password. Throws an `ApiError` with a sentence when there is nothing to invite to,
 * or when the mail server refuses the email; the firm's log then says why.
 */
export async function invite(deps: InvitationDeps, caller: Caller, userId: string): Promise<void> {
  const { firmId } = caller
  // The time of the request, since the transaction may have to wait for others.
  const now = deps.now()
  const { invited, token, before } = await withFirm(deps.database, firmId, (trx) =>
    noteInvitation(trx, { caller, userId, now }),
  )
  const { firmName, hostNames } = invited
  const mail = invitationMail({
    ...{ user: invited, firmName, token, days: invitationDays },
    base: firmUrl(deps.publicUrl, hostNames),
    invitedBy: caller.user.fullName,
  })
  const result = await deps.sendMail({ ...mail, firmId })
  const why = 'accepted' in result ? undefined : 'retry' in result ? result.retry : result.rejected
  await withFirm(deps.database, firmId, (trx) =>
    why === undefined
      ? endFormerLinks(trx, { userId, now })
      : takeBack(trx, { firmId, userId, invited, token, before, why }),
  )
  if (why !== undefined) throw new ApiError('wrong_state', { sentence: `The invitation couldn't be emailed. ${why}` })
}

/** Records that the user set a password by the invitation's link. */
export async function acceptInvitation(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ fullName: string }>`
    update invitations i set accepted_at = ${now}::timestamptz from users u
    where i.firm_id = ${firmId}::integer and i.id = ${userId}::uuid and u.firm_id = i.firm_id and u.id = i.id
    returning u.full_name as "fullName"`.execute(trx)
  const [user] = rows
  if (!user) return
  await announce(trx, { firmId, entity: userResource.name, ids: [userId] })
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', userId, entity: userResource.name, entityId: userId },
    sentence: `${user.fullName} accepted the invitation.`,
    action: 'invitation_accepted',
    recordTitle: user.fullName,
  })
}

/** Returns a user's latest invitation. */
export async function findInvitation(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId: string; now: Date },
): Promise<Omit<Invitation, 'canSend'>> {
  const { rows } = await sql<Partial<Sent> & { hasPassword: boolean; isOpen: boolean }>`
    select i.invited_at as "invitedAt", i.invited_by as "invitedBy", i.accepted_at as "acceptedAt",
      s.id is not null as "hasPassword",
      exists (select from password_resets r where r.firm_id = u.firm_id and r.user_id = u.id and r.is_invitation
        and r.used_at is null and r.expires_at > ${now}::timestamptz) as "isOpen"
    from users u
      left join invitations i on i.firm_id = u.firm_id and i.id = u.id
      left join user_secrets s on s.firm_id = u.firm_id and s.id = u.id
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid`.execute(trx)
  const [found] = rows
  if (!found) throw new ApiError('not_found')
  return {
    hasPassword: found.hasPassword,
    invitedAt: found.invitedAt?.toISOString() ?? null,
    invitedBy: found.invitedBy ?? null,
    acceptedAt: found.acceptedAt?.toISOString() ?? null,
    isOpen: found.isOpen,
  }
}

interface Wish {
  caller: Caller
  userId: string
  now: Date
}

/** Records the invitation and its link, before the email is sent. */
async function noteInvitation(
  trx: Trx,
  { caller, userId, now }: Wish,
): Promise<{ invited: Invited; token: string; before: Sent | undefined }> {
  const { firmId, user } = caller
  const invited = await lockInvited(trx, { firmId, userId })
  const refusal = whyNotInvited(invited)
  if (refusal !== undefined) throw new ApiError('wrong_state', { sentence: refusal })
  const link = { firmId, userId, now, validMs: invitationDays * 24 * 3600 * 1000, isInvitation: true }
  const token = await addPasswordLink(trx, link)
  if (token === undefined) throw new ApiError('too_many_requests', { sentence: tooSoon })
  const { rows } = await sql<Sent>`
    select invited_at as "invitedAt", invited_by as "invitedBy", accepted_at as "acceptedAt" from invitations
    where firm_id = ${firmId}::integer and id = ${userId}::uuid`.execute(trx)
  await saveInvitation(trx, { firmId, userId, sent: { invitedAt: now, invitedBy: user.fullName, acceptedAt: null } })
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', userId: caller.userId },
    ...{ entity: userResource.name, entityId: userId },
    sentence: `${user.fullName} invited ${invited.fullName} to set a password.`,
    action: 'invited',
    recordTitle: invited.fullName,
  })
  return { invited, token, before: rows[0] }
}

/** Returns the user. Locks the row, so that two people don't invite the same user at once. */
async function lockInvited(trx: Trx, { firmId, userId }: { firmId: number; userId: string }): Promise<Invited> {
  const { rows } = await sql<Invited>`
    select u.email, u.full_name as "fullName", u.display_name as "displayName", u.is_active as "isActive",
      u.is_service_account as "isServiceAccount",
      exists (select from user_secrets s where s.firm_id = u.firm_id and s.id = u.id) as "hasPassword",
      f.name as "firmName", f.host_names as "hostNames"
    from users u join firms f on f.id = u.firm_id
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid for update of u`.execute(trx)
  if (!rows[0]) throw new ApiError('not_found')
  return rows[0]
}

const tooSoon = 'This user was sent a link less than a minute ago. Wait a minute before you send another.'

function whyNotInvited({ isActive, hasPassword, isServiceAccount }: Invited): string | undefined {
  if (isServiceAccount) return "This is a service account, which can't sign in. Create an API key for it."
  if (!isActive) return 'This user may not sign in, so no invitation was sent.'
  return hasPassword ? 'This user has already set a password. Send a password link instead.' : undefined
}

async function saveInvitation(
  trx: Trx,
  { firmId, userId, sent }: { firmId: number; userId: string; sent: Sent },
): Promise<void> {
  const { invitedAt, invitedBy, acceptedAt } = sent
  await sql`insert into invitations (firm_id, id, invited_by, invited_at, accepted_at)
    values (${firmId}::integer, ${userId}::uuid, ${invitedBy}, ${invitedAt}::timestamptz, ${acceptedAt}::timestamptz)
    on conflict (firm_id, id) do update set invited_by = excluded.invited_by, invited_at = excluded.invited_at,
      accepted_at = excluded.accepted_at`.execute(trx)
  await announce(trx, { firmId, entity: userResource.name, ids: [userId] })
}

/** Ends the links of earlier invitations: only the latest email works. */
async function endFormerLinks(trx: Trx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await sql`update password_resets set used_at = ${now}::timestamptz where user_id = ${userId}::uuid
    and is_invitation and used_at is null and asked_at < ${now}::timestamptz`.execute(trx)
}

interface Failed {
  firmId: number
  userId: string
  invited: Invited
  token: string
  before: Sent | undefined
  why: string
}

/** The earlier invitation, if any, is the latest again: its link still works. */
async function takeBack(trx: Trx, { firmId, userId, invited, token, before, why }: Failed): Promise<void> {
  await removePasswordLink(trx, token)
  if (before) await saveInvitation(trx, { firmId, userId, sent: before })
  else await sql`delete from invitations where firm_id = ${firmId}::integer and id = ${userId}::uuid`.execute(trx)
  await announce(trx, { firmId, entity: userResource.name, ids: [userId] })
  await recordEvent(trx, {
    ...{ firmId, level: 'ERROR', type: 'other', userId, entity: userResource.name, entityId: userId },
    sentence: `The invitation couldn't be emailed to ${invited.email}. ${why}`,
    action: 'invitation_mail_failed',
    recordTitle: invited.fullName,
    facts: { why },
  })
}
