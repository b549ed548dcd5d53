import type { Role } from '@courtcrier/contract/access.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { type DatabaseRecord, rowOf } from '../db/rows.ts'

/** The role that a person has by now; undefined for who may no longer sign in. */
export async function findRoleOf(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId: string },
): Promise<Role | undefined> {
  const { rows } = await sql<DatabaseRecord>`
    select r.* from user_security_roles r join users u on u.firm_id = r.firm_id and u.security_role_id = r.id
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid and u.is_active`.execute(trx)
  return rows[0] && roleFromRow(rowOf(userSecurityRole, rows[0]))
}
