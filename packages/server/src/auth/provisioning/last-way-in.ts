import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'

/**
 * Returns why a firm can't do without this administrator, as a sentence; undefined for everyone else. The last one who
 * can sign in without a provider is the way back in when the provider is down.
 */
export async function whyNeeded(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId: string },
): Promise<string | undefined> {
  // Locking the administrators' role makes simultaneous removals wait for each other.
  const { rows } = await sql<{ id: string; fullName: string; hasOwnWay: boolean }>`
    select u.id, u.full_name as "fullName",
      exists (select from user_secrets s where s.firm_id = u.firm_id and s.id = u.id)
        or exists (select from passkeys k where k.firm_id = u.firm_id and k.user_id = u.id) as "hasOwnWay"
    from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${firmId}::integer and u.is_active and not u.is_service_account and r.is_system_defined
      and r.name = 'Administrator'
    for update of r, u`.execute(trx)
  const own = rows.find(({ id }) => id === userId)
  if (!own) return undefined
  const { fullName } = own
  if (rows.length === 1)
    return `${fullName} is the last active administrator. Make someone else an administrator first.`
  const isOnlyWay = own.hasOwnWay && rows.every(({ id, hasOwnWay }) => id === userId || !hasOwnWay)
  if (!isOnlyWay) return undefined
  return `${fullName} is the last administrator who can sign in without the identity provider. Let another administrator choose a password or add a passkey first.`
}
