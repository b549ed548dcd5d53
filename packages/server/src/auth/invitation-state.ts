import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import type { Invitation, readInvitationLink } from '@courtcrier/contract/calls/invitations.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { hashToken } from '@courtcrier/lib/secret-token.ts'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { hasSingleSignOn } from './way-back-in.ts'

/** Whether the invitation `i` of the user `u` can still be accepted: by its link, or by signing in. */
function isOpen(now: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(i.accepted_at is null and i.revoked_at is null and (i.way = 'sign_on' or exists (
    select from password_resets r where r.firm_id = u.firm_id and r.user_id = u.id and r.is_invitation
      and r.used_at is null and r.expires_at > ${now})))`
}

/** The state of a user's invitation for the users' list; null if there never was one, or it wasn't needed. */
export function invitationStateOf(alias: string): RawBuilder<unknown> {
  return sql`(select case when i.accepted_at is not null then 'ACCEPTED'
      when exists (select from user_secrets s where s.firm_id = u.firm_id and s.id = u.id)
        or exists (select from sign_on_links l where l.firm_id = u.firm_id and l.user_id = u.id) then null
      when i.revoked_at is not null then 'REVOKED' when ${isOpen(sql`now()`)} then 'OPEN' else 'EXPIRED' end
    from invitations i join users u on u.firm_id = i.firm_id and u.id = i.id
    where i.firm_id = ${sql.ref(`${alias}.firm_id`)} and i.id = ${sql.ref(`${alias}.id`)})`
}

interface InvitationRow {
  hasPassword: boolean
  hasSignedOn: boolean
  isOpen: boolean | null
  invitedAt: Date | null
  invitedBy: string | null
  acceptedAt: Date | null
  revokedAt: Date | null
}

/** Returns a user's latest invitation. */
export async function findInvitation(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId: string; now: Date },
): Promise<Omit<Invitation, 'canSend'>> {
  const { rows } = await sql<InvitationRow>`
    select i.invited_at as "invitedAt", i.invited_by as "invitedBy", i.accepted_at as "acceptedAt",
      i.revoked_at as "revokedAt", s.id is not null as "hasPassword", ${isOpen(sql`${now}::timestamptz`)} as "isOpen",
      exists (select from sign_on_links l where l.firm_id = u.firm_id and l.user_id = u.id) as "hasSignedOn"
    from users u
      left join invitations i on i.firm_id = u.firm_id and i.id = u.id
      left join user_secrets s on s.firm_id = u.firm_id and s.id = u.id
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid`.execute(trx)
  const [found] = rows
  if (!found) throw new ApiError('not_found')
  const way = (await hasSingleSignOn(trx, firmId)) ? 'sign_on' : 'password'
  return {
    way,
    hasPassword: found.hasPassword,
    isSettled: way === 'sign_on' ? found.hasSignedOn : found.hasPassword,
    invitedAt: found.invitedAt?.toISOString() ?? null,
    invitedBy: found.invitedBy,
    acceptedAt: found.acceptedAt?.toISOString() ?? null,
    revokedAt: found.revokedAt?.toISOString() ?? null,
    isOpen: found.isOpen === true,
  }
}

/**
 * Ends an open invitation at once: its link, and the first sign-in by an identity provider, until the user is invited
 * again. Throws an `ApiError` with a sentence when there is none to end.
 */
export async function revokeInvitation(
  trx: Trx,
  { caller, userId, now }: { caller: Caller; userId: string; now: Date },
): Promise<void> {
  const { firmId } = caller
  const found = await lockOpen(trx, { firmId, userId, now })
  if (!found.isOpen) throw new ApiError('wrong_state', { sentence: 'There is no open invitation to revoke.' })
  if (found.hasSignedOn) throw new ApiError('wrong_state', { sentence: alreadyIn })
  await endInvitation(trx, { caller, userId, fullName: found.fullName, now })
}

interface Ending {
  caller: Caller
  userId: string
  /** The name of the user invited. */
  fullName: string
  now: Date
}

/** Marks an invitation as revoked, whatever its state, ends its link and logs it. */
export async function endInvitation(trx: Trx, { caller, userId, fullName, now }: Ending): Promise<void> {
  const { firmId, user } = caller
  await sql`update invitations set revoked_at = ${now}::timestamptz
    where firm_id = ${firmId}::integer and id = ${userId}::uuid`.execute(trx)
  await endInvitationLinks(trx, { firmId, userId, now })
  await announce(trx, { firmId, entity: userResource.name, ids: [userId] })
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', userId: caller.userId },
    ...{ entity: userResource.name, entityId: userId },
    sentence: `${user.fullName} revoked the invitation of ${fullName}.`,
    action: 'invitation_revoked',
    recordTitle: fullName,
  })
}

/** Whether a user's invitation was revoked before they got in: an identity provider doesn't sign them in then. */
export async function isInvitationRevoked(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId: string },
): Promise<boolean> {
  const key = sql`o.firm_id = ${firmId}::integer and o.id = ${userId}::uuid`
  // Waits for someone who is revoking it, so that they don't say it is revoked while the user gets in.
  await sql`select from users o where ${key} for no key update`.execute(trx)
  const { rows } = await sql<{ state: unknown }>`
    select ${invitationStateOf('o')} as state from users o where ${key}`.execute(trx)
  return rows[0]?.state === 'REVOKED'
}

const alreadyIn =
  "This user has already signed in with single sign-on, so there is nothing to revoke. To keep them out, clear 'May sign in'."

async function lockOpen(trx: Trx, { firmId, userId, now }: { firmId: number; userId: string; now: Date }) {
  const { rows } = await sql<{ fullName: string; hasSignedOn: boolean; isOpen: boolean | null }>`
    select u.full_name as "fullName", ${isOpen(sql`${now}::timestamptz`)} as "isOpen",
      exists (select from sign_on_links l where l.firm_id = u.firm_id and l.user_id = u.id) as "hasSignedOn"
    from users u left join invitations i on i.firm_id = u.firm_id and i.id = u.id
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid for update of u`.execute(trx)
  if (!rows[0]) throw new ApiError('not_found')
  return rows[0]
}

/** Ends the links with which an invited user could still set a password. */
export async function endInvitationLinks(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId: string; now: Date },
): Promise<void> {
  await sql`update password_resets set used_at = ${now}::timestamptz
    where firm_id = ${firmId}::integer and user_id = ${userId}::uuid and is_invitation and used_at is null`.execute(trx)
}

/** Says what a link to set a password is for; undefined when it is no longer valid. */
export async function describeLink(
  trx: Trx,
  { firmId, token, now }: { firmId: number; token: string; now: Date },
): Promise<AnswerOf<typeof readInvitationLink> | undefined> {
  const { rows } = await sql<AnswerOf<typeof readInvitationLink>>`
    select r.is_invitation as "isInvitation", f.name as "firmName",
      case when r.is_invitation then i.invited_by end as "invitedBy",
      case when r.is_invitation then o.name end as role
    from password_resets r
      join users u on u.firm_id = r.firm_id and u.id = r.user_id and u.is_active
      join user_security_roles o on o.firm_id = u.firm_id and o.id = u.security_role_id
      join firms f on f.id = r.firm_id
      left join invitations i on i.firm_id = r.firm_id and i.id = r.user_id
    where r.firm_id = ${firmId}::integer and r.token_hash = ${hashToken(token)} and r.used_at is null
      and r.expires_at > ${now}::timestamptz`.execute(trx)
  return rows[0]
}
