import type { Role } from '@courtcrier/contract/access.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'

/** Who a person's background work continues as. */
export interface Acting {
  role: Role
  /** The timekeeper whose ethical walls apply. */
  timekeeperId: string | undefined
}

/** The person's current rights; undefined if they may no longer sign in. */
export async function findActing(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId: string },
): Promise<Acting | undefined> {
  const { rows } = await sql<DatabaseRecord & { timekeeperId: string | null }>`
    select r.*, u.timekeeper_id as "timekeeperId"
    from user_security_roles r join users u on u.firm_id = r.firm_id and u.security_role_id = r.id
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid and u.is_active`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const { timekeeperId, ...role } = found
  return { role: roleFromRow(rowOf(userSecurityRole, role)), timekeeperId: timekeeperId ?? undefined }
}
