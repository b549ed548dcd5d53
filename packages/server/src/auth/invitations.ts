import { type InvitationWay, invitationDays } from '@courtcrier/contract/calls/invitations.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { firmUrl } from '../base/firm-url.ts'
import { failureOf } from '../outbox/mail/send-failure.ts'
import type { SendMail, SystemMail } from '../outbox/mail/system-mail.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { invitationMail, signOnInvitationMail } from './invitation-mail.ts'
import { addPasswordLink, removePasswordLink } from './password-links.ts'
import { hasSingleSignOn } from './way-back-in.ts'

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
  revokedAt: Date | null
  way: InvitationWay
}

interface Invited {
  email: string
  fullName: string
  displayName: string | null
  isActive: boolean
  hasPassword: boolean
  isServiceAccount: boolean
  hasSignedOn: boolean
  role: string
  firmName: string
  hostNames: readonly string[]
  /** Names of the identity providers in use. */
  providers: readonly string[]
}

/**
 * Emails a user how to get in: a link to set a first password or, with single sign-on, the address of the login page.
 * Throws an `ApiError` with a sentence when there is nothing to invite to, or when the mail server refuses the email; the
 * firm's log then says why.
 */
export async function invite(deps: InvitationDeps, caller: Caller, userId: string): Promise<void> {
  const { firmId } = caller
  // The time of the request, since the transaction may have to wait for others.
  const now = deps.now()
  const noted = await withFirmWrite(deps.database, firmId, (trx) => noteInvitation(trx, { caller, userId, now }))
  const why = failureOf(await deps.sendMail({ ...mailOf(noted, { deps, invitedBy: caller.user.fullName }), firmId }))
  await withFirmWrite(deps.database, firmId, (trx) =>
    why === undefined ? endFormerLinks(trx, { userId, now }) : takeBack(trx, { ...noted, firmId, userId, now, why }),
  )
  if (why !== undefined) throw new ApiError('wrong_state', { sentence: `The invitation couldn't be emailed. ${why}` })
}

/** Records that the user set a password by the invitation's link, or first signed in with single sign-on. */
export async function acceptInvitation(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ fullName: string }>`
    update invitations i set accepted_at = ${now}::timestamptz from users u
    where i.firm_id = ${firmId}::integer and i.id = ${userId}::uuid and u.firm_id = i.firm_id and u.id = i.id
      and i.accepted_at is null and i.revoked_at is null
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

interface Wish {
  caller: Caller
  userId: string
  now: Date
}

interface Noted {
  invited: Invited
  /** Undefined with single sign-on, where there is no link to set a password. */
  token: string | undefined
  before: Sent | undefined
}

/** Records the invitation and its link, before the email is sent. */
async function noteInvitation(trx: Trx, { caller, userId, now }: Wish): Promise<Noted> {
  const { firmId, user } = caller
  const invited = await lockInvited(trx, { firmId, userId })
  const way = (await hasSingleSignOn(trx, firmId)) ? 'sign_on' : 'password'
  const refusal = whyNotInvited(invited, way)
  if (refusal !== undefined) throw new ApiError('wrong_state', { sentence: refusal })
  const before = await findSent(trx, { firmId, userId })
  const token = way === 'password' ? await addLink(trx, { firmId, userId, now }) : undefined
  if (way === 'sign_on' && before && now.getTime() - before.invitedAt.getTime() < 60_000) throw tooSoon()
  const sent = { invitedAt: now, invitedBy: user.fullName, acceptedAt: null, revokedAt: null, way } as const
  await saveInvitation(trx, { firmId, userId, sent })
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', userId: caller.userId },
    ...{ entity: userResource.name, entityId: userId },
    sentence:
      way === 'password'
        ? `${user.fullName} invited ${invited.fullName} to set a password.`
        : `${user.fullName} invited ${invited.fullName} to sign in with single sign-on.`,
    action: way === 'password' ? 'invited' : 'invited_by_sign_on',
    recordTitle: invited.fullName,
  })
  return { invited, token, before }
}

async function addLink(trx: Trx, link: { firmId: number; userId: string; now: Date }): Promise<string> {
  const token = await addPasswordLink(trx, { ...link, validMs: invitationDays * 24 * 3600 * 1000, isInvitation: true })
  if (token === undefined) throw tooSoon()
  return token
}

function tooSoon(): ApiError {
  const sentence = 'This user was sent a link less than a minute ago. Wait a minute before you send another.'
  return new ApiError('too_many_requests', { sentence })
}

function mailOf(
  { invited, token }: Noted,
  { deps, invitedBy }: { deps: InvitationDeps; invitedBy: string },
): SystemMail {
  const { firmName, hostNames, role, providers } = invited
  const facts = { user: invited, firmName, role, invitedBy, base: firmUrl(deps.publicUrl, hostNames) }
  return token === undefined ? signOnInvitationMail({ ...facts, providers }) : invitationMail({ ...facts, token })
}

/** Returns the user. Locks the row, so that two people don't invite the same user at once. */
async function lockInvited(trx: Trx, { firmId, userId }: { firmId: number; userId: string }): Promise<Invited> {
  const { rows } = await sql<Invited>`
    select u.email, u.full_name as "fullName", u.display_name as "displayName", u.is_active as "isActive",
      u.is_service_account as "isServiceAccount",
      exists (select from user_secrets s where s.firm_id = u.firm_id and s.id = u.id) as "hasPassword",
      exists (select from sign_on_links l where l.firm_id = u.firm_id and l.user_id = u.id) as "hasSignedOn",
      r.name as role, f.name as "firmName", f.host_names as "hostNames",
      array(select p.name from identity_providers p where p.firm_id = u.firm_id and p.is_active
        order by lower(p.name), p.id) as providers
    from users u join firms f on f.id = u.firm_id
      join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid for update of u`.execute(trx)
  if (!rows[0]) throw new ApiError('not_found')
  return rows[0]
}

function whyNotInvited(
  { isActive, hasPassword, hasSignedOn, isServiceAccount }: Invited,
  way: InvitationWay,
): string | undefined {
  if (isServiceAccount) return "This is a service account, which can't sign in. Create an API key for it."
  if (!isActive) return 'This user may not sign in, so no invitation was sent.'
  if (way === 'sign_on') return hasSignedOn ? 'This user has already signed in with single sign-on.' : undefined
  return hasPassword ? 'This user has already set a password. Send a password link instead.' : undefined
}

async function findSent(trx: Trx, { firmId, userId }: { firmId: number; userId: string }): Promise<Sent | undefined> {
  const { rows } = await sql<Sent>`
    select invited_at as "invitedAt", invited_by as "invitedBy", accepted_at as "acceptedAt",
      revoked_at as "revokedAt", way
    from invitations where firm_id = ${firmId}::integer and id = ${userId}::uuid`.execute(trx)
  return rows[0]
}

async function saveInvitation(
  trx: Trx,
  { firmId, userId, sent }: { firmId: number; userId: string; sent: Sent },
): Promise<void> {
  const { invitedAt, invitedBy, acceptedAt, revokedAt, way } = sent
  await sql`insert into invitations (firm_id, id, invited_by, invited_at, accepted_at, revoked_at, way)
    values (${firmId}::integer, ${userId}::uuid, ${invitedBy}, ${invitedAt}::timestamptz, ${acceptedAt}::timestamptz,
      ${revokedAt}::timestamptz, ${way})
    on conflict (firm_id, id) do update set invited_by = excluded.invited_by, invited_at = excluded.invited_at,
      accepted_at = excluded.accepted_at, revoked_at = excluded.revoked_at, way = excluded.way`.execute(trx)
  await announce(trx, { firmId, entity: userResource.name, ids: [userId] })
}

/** Ends the links of earlier invitations: only the latest email works. */
async function endFormerLinks(trx: Trx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await sql`update password_resets set used_at = ${now}::timestamptz where user_id = ${userId}::uuid
    and is_invitation and used_at is null and asked_at < ${now}::timestamptz`.execute(trx)
}

interface Failed extends Noted {
  firmId: number
  userId: string
  now: Date
  why: string
}

/** The earlier invitation, if any, is the latest again: its link still works. */
async function takeBack(trx: Trx, { invited, token, before, why, ...failed }: Failed): Promise<void> {
  const { firmId, userId } = failed
  if (token !== undefined) await removePasswordLink(trx, token)
  const isOpen = await lockNoted(trx, failed)
  if (isOpen && before) await saveInvitation(trx, { firmId, userId, sent: before })
  if (isOpen && !before)
    await sql`delete from invitations where firm_id = ${firmId}::integer and id = ${userId}::uuid`.execute(trx)
  await announce(trx, { firmId, entity: userResource.name, ids: [userId] })
  await recordEvent(trx, {
    ...{ firmId, level: 'ERROR', type: 'other', userId, entity: userResource.name, entityId: userId },
    sentence: `The invitation couldn't be emailed to ${invited.email}. ${why}`,
    action: 'invitation_mail_failed',
    recordTitle: invited.fullName,
    facts: { why },
  })
}

/** Whether the invitation is still as it was noted: while the email was sent, it may have been revoked or accepted. */
async function lockNoted(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId: string; now: Date },
): Promise<boolean> {
  // As for revoking, the user's row first.
  await sql`select from users where firm_id = ${firmId}::integer and id = ${userId}::uuid for update`.execute(trx)
  const { rows } = await sql`select from invitations
    where firm_id = ${firmId}::integer and id = ${userId}::uuid and invited_at = ${now}::timestamptz
      and accepted_at is null and revoked_at is null`.execute(trx)
  return rows.length > 0
}
