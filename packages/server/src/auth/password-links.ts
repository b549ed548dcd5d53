import { hashToken, makeSecretToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'

/** Protects mailboxes from flooding: a second link within this time isn't sent. */
const pauseMs = 60 * 1000

export interface NewLink {
  firmId: number
  userId: string
  now: Date
  validMs: number
  isInvitation?: boolean
}

/** Returns the token of a new link to set a password; undefined when one was created a moment ago. */
export async function addPasswordLink(trx: Trx, link: NewLink): Promise<string | undefined> {
  const { firmId, userId, now, validMs, isInvitation = false } = link
  await sql`delete from password_resets where user_id = ${userId}::uuid and expires_at < ${now}::timestamptz`.execute(
    trx,
  )
  const { rows } = await sql`select 1 from password_resets where user_id = ${userId}::uuid and used_at is null
    and asked_at > ${new Date(now.getTime() - pauseMs)}::timestamptz`.execute(trx)
  if (rows.length > 0) return undefined
  const { token, hash } = makeSecretToken()
  const expiresAt = new Date(now.getTime() + validMs)
  await sql`insert into password_resets (firm_id, id, user_id, token_hash, asked_at, expires_at, is_invitation)
    values (${firmId}::integer, ${newId()}::uuid, ${userId}::uuid, ${hash}, ${now}::timestamptz,
      ${expiresAt}::timestamptz, ${isInvitation})`.execute(trx)
  return token
}

/** Removes a link that couldn't be emailed, so that another can be sent at once. */
export async function removePasswordLink(trx: Trx, token: string): Promise<void> {
  await sql`delete from password_resets where token_hash = ${hashToken(token)}`.execute(trx)
}

/** Returns the token's user if it is valid. Locks the token, so that simultaneous requests run one after the other. */
export async function takePasswordLink(
  trx: Trx,
  { token, now }: { token: string; now: Date },
): Promise<{ userId: string; email: string; isInvitation: boolean } | undefined> {
  const { rows } = await sql<{ userId: string; email: string; isInvitation: boolean }>`
    select r.user_id as "userId", u.email, r.is_invitation as "isInvitation" from password_resets r
    join users u on u.firm_id = r.firm_id and u.id = r.user_id
    where r.token_hash = ${hashToken(token)} and r.used_at is null and r.expires_at > ${now}::timestamptz
      and u.is_active and not u.is_service_account
    for update of r`.execute(trx)
  return rows[0]
}
