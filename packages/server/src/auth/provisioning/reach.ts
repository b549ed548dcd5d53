import { findExcess } from '@courtcrier/contract/covers.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import type { Provider } from '../sign-on/providers.ts'
import { parseGroupRole } from '../sign-on/role-by-groups.ts'

/**
 * Returns whether a provider gives a role that allows as much as this one. The owner of a user's address can have a link
 * mailed that sets a password: who holds a provisioning token must not get at an account that is beyond its roles.
 */
export async function isWithinReach(trx: Trx, { firmId, row }: Provider, roleId: string): Promise<boolean> {
  const names = row.groupRoles.flatMap((text) => parseGroupRole(text)?.role.toLowerCase() ?? [])
  const { rows } = await sql<DatabaseRecord>`
    select *, id = ${roleId}::uuid as is_own, lower(name) = any(${names}::text[]) or id = ${row.defaultRoleId}::uuid as is_given
    from user_security_roles
    where firm_id = ${firmId}::integer and (id in (${roleId}::uuid, ${row.defaultRoleId}::uuid)
      or lower(name) = any(${names}::text[]))`.execute(trx)
  const rolesWhere = (key: string) =>
    rows.filter((record) => record[key] === true).map((record) => roleFromRow(rowOf(userSecurityRole, record)))
  const [own] = rolesWhere('is_own')
  return own !== undefined && rolesWhere('is_given').some((given) => findExcess(given, own) === undefined)
}
