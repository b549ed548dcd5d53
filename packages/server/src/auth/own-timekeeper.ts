import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { sameEmail } from './lock-out.ts'

/**
 * Returns the timekeeper that a new user with this address is, unless another user is or there are several. Users who are
 * added without a person's decision are linked to it: their ethical walls apply from the first day, as for people who are
 * invited.
 */
export async function findOwnTimekeeper(
  trx: Trx,
  { firmId, email }: { firmId: number; email: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select min(t.id::text) as id from timekeepers t
    where t.firm_id = ${firmId}::integer and lower(t.email) = ${sameEmail(email)}
      and not exists (select from users u where u.firm_id = t.firm_id and u.timekeeper_id = t.id)
    having count(*) = 1`.execute(trx)
  return rows[0]?.id
}
