import { ApiError } from '@courtcrier/contract/errors.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'

/** Returns whether the firm would have no administrator who can log in without these users. */
export async function areLastAdministrators(
  trx: Trx,
  { firmId, ids }: { firmId: number; ids: readonly string[] },
): Promise<boolean> {
  const administrators = await lockAdministrators(trx, firmId)
  return administrators.length > 0 && administrators.every((id) => ids.includes(id))
}

/**
 * Throws `invalid_input` when the rows just written left the firm without an administrator. A check before the write
 * would miss rows written together, as by an import: each of them still sees the others as administrators.
 */
export async function demandAdministrator(trx: Trx, firmId: number, field: string): Promise<void> {
  if ((await lockAdministrators(trx, firmId)).length > 0) return
  throw new ApiError('invalid_input', { problems: [{ field, code: 'last_administrator' }] })
}

async function lockAdministrators(trx: Trx, firmId: number): Promise<string[]> {
  // Locking the administrators' role makes simultaneous removals wait for each other.
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${firmId} and u.is_active and not u.is_service_account and r.is_system_defined and r.name = 'Administrator'
    for update of r, u`.execute(trx)
  return rows.map(({ id }) => id)
}
