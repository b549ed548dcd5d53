import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

/**
 * A wall must be around something, and whoever may end up behind one must not move it. A save without a user
 * is refused too: nobody could say that it was not made by one with a timekeeper.
 */
export const ethicalWallBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const { matterId, clientId } = { ...current, ...values }
    return matterId || clientId ? [] : [{ field: 'matterId', code: 'matter_or_client_required' }]
  },
  whyNotWritten: async (trx, { firmId, userId }) => {
    const { rows } = await sql`
      select 1 from users where firm_id = ${firmId} and id = ${userId ?? null}::uuid and timekeeper_id is null
      for share`.execute(trx)
    return rows.length > 0 ? undefined : 'Only users without a timekeeper may manage ethical walls.'
  },
}
