import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { findActing } from '../../records/find-acting.ts'
import { isVisible } from '../../records/visible-rows.ts'

/** Returns whether there is a filing with this key that a wall hides from the person now. */
export async function isHiddenFiling(
  trx: Trx,
  { firmId, userId, key }: { firmId: number; userId: string; key: string },
): Promise<boolean> {
  const acting = await findActing(trx, { firmId, userId })
  if (acting?.timekeeperId === undefined) return false
  const { rows } = await sql`
    select from envelopes t where t.firm_id = ${firmId} and t.court_envelope_id = ${key}
      and not ${isVisible('t', envelope, { firmId, userId, ...acting })} limit 1`.execute(trx)
  return rows.length > 0
}
