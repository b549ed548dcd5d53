import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'

/**
 * Removes every way a user could sign in: password, links to set one, accounts at providers. A user who becomes a service
 * account, and later a person again, has to be invited.
 */
export async function removeSignIns(trx: Trx, { firmId, userId }: { firmId: number; userId: string }): Promise<void> {
  await sql`delete from user_secrets where firm_id = ${firmId}::integer and id = ${userId}::uuid`.execute(trx)
  await sql`delete from password_resets where firm_id = ${firmId}::integer and user_id = ${userId}::uuid`.execute(trx)
  await sql`delete from sign_on_links where firm_id = ${firmId}::integer and user_id = ${userId}::uuid`.execute(trx)
}
