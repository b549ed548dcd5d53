import { findExcess } from '@courtcrier/contract/covers.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import type { Provider } from '../sign-on/providers.ts'
import { findNamed, parseGroupRole } from '../sign-on/role-by-groups.ts'

/**
 * Returns whether a provider gives a role that allows as much as this one. The owner of a user's address can have a link
 * mailed that sets a password: who holds a provisioning token must not get at an account that is beyond its roles.
 */
export async function isWithinReach(trx: Trx, { firmId, row }: Provider, roleId: string): Promise<boolean> {
  const { rows } = await sql<DatabaseRecord>`
    select * from user_security_roles where firm_id = ${firmId}::integer order by id`.execute(trx)
  const roles = rows.map((record) => roleFromRow(rowOf(userSecurityRole, record)))
  const byGroup = row.groupRoles.flatMap((text) => parseGroupRole(text) ?? [])
  const given = [
    ...byGroup.map(({ role }) => findNamed(roles, role)),
    roles.find(({ id }) => id === row.defaultRoleId),
  ].filter((role) => role !== undefined)
  const own = roles.find(({ id }) => id === roleId)
  return own !== undefined && given.some((role) => findExcess(role, own) === undefined)
}
