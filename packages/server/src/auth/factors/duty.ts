import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { FactorOwner } from './find-factors.ts'

const dayMs = 86_400_000

/** By when a user must have added a second factor. */
export interface FactorDuty {
  at: Date
  /** Their sessions may then do nothing else. */
  isOver: boolean
}

/**
 * Returns by when a user must add a second factor; undefined if their role demands none, or they have one. The time
 * starts with the first call for a user with such a role.
 */
export async function findDuty(
  trx: Trx,
  { firmId, userId, now }: FactorOwner & { now: Date },
): Promise<FactorDuty | undefined> {
  const owed = await findOwed(trx, { firmId, userId })
  if (!owed) return undefined
  const since = owed.since ?? now
  if (!owed.since) await startDuty(trx, { firmId, userId, roleId: owed.roleId, now })
  return dutyOf({ ...owed, since }, now)
}

/** Whether a user's time is over, without starting it: no one is asked here. */
export async function isDutyOver(trx: Trx, { firmId, userId, now }: FactorOwner & { now: Date }): Promise<boolean> {
  const owed = await findOwed(trx, { firmId, userId })
  return owed?.since ? dutyOf({ ...owed, since: owed.since }, now).isOver : false
}

interface Owed {
  roleId: string
  days: number
  since: Date | null
}

function dutyOf({ since, days }: Owed & { since: Date }, now: Date): FactorDuty {
  const at = new Date(since.getTime() + days * dayMs)
  return { at, isOver: at <= now }
}

/** The factor that a user's role demands and they don't have. */
async function findOwed(trx: Trx, { firmId, userId }: FactorOwner): Promise<Owed | undefined> {
  const { rows } = await sql<Owed>`
    select r.id as "roleId", r.second_factor_grace_days as days, d.since
    from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
      left join factor_duties d on d.firm_id = u.firm_id and d.id = u.id and d.role_id = r.id
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid and r.requires_second_factor
      and not u.is_service_account
      and not exists (select from totp_factors t where t.firm_id = u.firm_id and t.id = u.id and t.secret is not null)
      and not exists (select from passkeys p where p.firm_id = u.firm_id and p.user_id = u.id)`.execute(trx)
  return rows[0]
}

/** Another role's time is no longer counted. */
async function startDuty(
  trx: Trx,
  { firmId, userId, roleId, now }: FactorOwner & { roleId: string; now: Date },
): Promise<void> {
  await sql`insert into factor_duties (firm_id, id, role_id, since)
    values (${firmId}::integer, ${userId}::uuid, ${roleId}::uuid, ${now}::timestamptz)
    on conflict (firm_id, id) do update set role_id = excluded.role_id, since = excluded.since
      where factor_duties.role_id <> excluded.role_id`.execute(trx)
}

/** Forgets it for a user who has a factor now: after a loss they get the whole time again. */
export async function endDuty(trx: Trx, { firmId, userId }: FactorOwner): Promise<void> {
  await sql`delete from factor_duties where firm_id = ${firmId} and id = ${userId}::uuid`.execute(trx)
}

/** Whether a user's role demands a second factor, of someone who has one too. */
export async function isFactorRequired(trx: Trx, { firmId, userId }: FactorOwner): Promise<boolean> {
  const { rows } = await sql`
    select from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid and r.requires_second_factor`.execute(trx)
  return rows.length > 0
}
