import { sql } from 'kysely'
import { revokeSessions } from '../auth/sessions.ts'
import type { Trx } from '../db/database.ts'
import type { Behaviour } from './behaviour.ts'

/** A firm must not lock itself out: the last active administrator stays one. */
export const userBehaviour: Behaviour = {
  // Who comes back has the password of before, and signs in again.
  dependents: [
    { table: 'user_secrets', column: 'id', comesBack: 'row' },
    { table: 'sessions', column: 'user_id', comesBack: 'never' },
    { table: 'password_resets', column: 'user_id', comesBack: 'never' },
    { table: 'import_runs', column: 'user_id', comesBack: 'link' },
    { table: 'import_tokens', column: 'user_id', comesBack: 'link' },
  ],
  beforeSave: async (trx, { firmId, id, values, current }) => {
    if (!current || !(await isLastAdministrator(trx, firmId, id))) return []
    if (values.isActive === false) return [{ field: 'isActive', code: 'last_administrator' }]
    const role = values.securityRoleId
    return role === undefined || role === current.securityRoleId
      ? []
      : [{ field: 'securityRoleId', code: 'last_administrator' }]
  },
  afterSave: async (trx, { firmId, id, values, current }) => {
    if (!current || values.isActive !== false) return
    await revokeSessions(trx, { firmId, userId: id, now: new Date() })
  },
  whyNotDeleted: async (trx, row, firmId) =>
    (await isLastAdministrator(trx, firmId, String(row.id))) ? 'The last administrator cannot be removed.' : undefined,
}

async function isLastAdministrator(trx: Trx, firmId: number, id: string): Promise<boolean> {
  // Locking the administrators' role makes two removals at the same moment wait for each other.
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${firmId} and u.is_active and r.is_system_defined and r.name = 'Administrator'
    for update of r, u`.execute(trx)
  return rows.length === 1 && rows[0]?.id === id
}
