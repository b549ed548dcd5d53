import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { recordEvent } from '../records/audit.ts'
import type { SessionUser } from '../records/session-user.ts'
import { wayBackMail } from './reset-mail.ts'
import { recordTry, startWaitingMails, type WaitingMailDeps } from './waiting-mails.ts'

/** Announced when administrators need to be notified. */
const entity = 'way_back_notice'
const table = 'way_back_notices'

/** Whether everyone but the administrators of a firm signs in by an identity provider. */
export async function hasSingleSignOn(trx: Trx, firmId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from firms where id = ${firmId}::integer and signon_type <> 'local'`.execute(trx)
  return rows.length > 0
}

interface WayBackUse {
  firmId: number
  user: SessionUser
  now: Date
}

/**
 * Logs that an administrator got in past single sign-on, and records that all administrators must be notified. In the
 * transaction of the sign-in: what keeps the identity provider away, which is when this is used, may keep their mail away
 * as well.
 */
export async function noteWayBackIn(trx: Trx, { firmId, user, now }: WayBackUse): Promise<void> {
  await recordEvent(trx, {
    firmId,
    level: 'WARNING',
    type: 'other',
    sentence: `${user.fullName} signed in with a password although the firm uses single sign-on.`,
    userId: user.id,
    entity: 'user',
    entityId: user.id,
    action: 'way_back_used',
    recordTitle: user.fullName,
  })
  for (const email of await findAdministrators(trx, firmId))
    await sql`insert into way_back_notices (firm_id, id, created_at, email, user_email, user_name)
      values (${firmId}::integer, ${newId()}::uuid, ${now}::timestamptz, ${email}, ${user.email}, ${user.fullName})`.execute(
      trx,
    )
  await announce(trx, { firmId, entity, ids: [user.id] })
}

async function findAdministrators(trx: Trx, firmId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from users u
      join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${firmId} and u.is_active and not u.is_service_account and r.is_system_defined and r.name = 'Administrator'
    order by u.email`.execute(trx)
  return rows.map(({ email }) => email)
}

/** Notifies administrators as one of them gets in past single sign-on, and of what a process left behind when it ended. */
export function startWayBackNotices(deps: WaitingMailDeps): { close: () => Promise<void> } {
  return startWaitingMails(deps, { table, entity, find, mailOf: wayBackMail, settle })
}

interface WayBackNotice {
  firmId: number
  id: string
  at: Date
  email: string
  userEmail: string
  userName: string
  firmName: string
  timeZone: string | null
}

async function find(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<WayBackNotice | undefined> {
  const { rows } = await sql<WayBackNotice>`
    select w.firm_id as "firmId", w.id, w.created_at as at, w.email, w.user_email as "userEmail",
      w.user_name as "userName", f.name as "firmName", f.default_time_zone as "timeZone"
    from way_back_notices w join firms f on f.id = w.firm_id
    where w.firm_id = ${firmId}::integer and w.id = ${id}::uuid`.execute(trx)
  return rows[0]
}

async function settle(trx: Trx, { firmId, id, email }: WayBackNotice, failure: string | undefined): Promise<void> {
  const isFirstFailure = await recordTry(trx, { table, firmId, id, failure })
  if (failure === undefined || !isFirstFailure) return
  await recordEvent(trx, {
    firmId,
    level: 'ERROR',
    type: 'other',
    sentence: `${email} couldn't be notified that an administrator signed in with a password.`,
    details: failure,
  })
}
