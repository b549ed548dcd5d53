import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'

/** What lets a user in, or is on the way to, and the column with the user's ID. */
const waysIn = {
  user_secrets: 'id',
  password_resets: 'user_id',
  sign_on_links: 'user_id',
  passkeys: 'user_id',
  totp_factors: 'id',
  recovery_codes: 'user_id',
  factor_challenges: 'user_id',
  factor_duties: 'id',
} as const

/**
 * Removes every way a user could sign in: password, links to set one, accounts at providers, passkeys and other second
 * factors. An account that is used again begins without them, as a new one does.
 */
export async function removeWaysIn(trx: Trx, { firmId, userId }: { firmId: number; userId: string }): Promise<void> {
  for (const [table, column] of Object.entries(waysIn))
    await sql`delete from ${sql.table(table)}
      where firm_id = ${firmId}::integer and ${sql.ref(column)} = ${userId}::uuid`.execute(trx)
}
