import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'

/** The name of the identity provider that provisions a user; null for a user who was added by hand. */
export function provisionedByOf(alias: string): RawBuilder<unknown> {
  return sql`(select i.name from provisioned_users p
      join identity_providers i on i.firm_id = p.firm_id and i.id = p.provider_id
    where p.firm_id = ${sql.ref(`${alias}.firm_id`)} and p.id = ${sql.ref(`${alias}.id`)} and p.deleted_at is null)`
}

/**
 * A user whom a person activates or deactivates is no longer suspended by the provider: one who was deactivated by hand
 * is activated by hand only.
 */
export async function endSuspension(trx: Trx, { firmId, userId }: { firmId: number; userId: string }): Promise<void> {
  await sql`update provisioned_users set is_suspended = false
    where firm_id = ${firmId}::integer and id = ${userId}::uuid and is_suspended`.execute(trx)
}
