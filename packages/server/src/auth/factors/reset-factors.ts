import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { recordEvent } from '../../records/audit.ts'
import { revokeSessions } from '../sessions.ts'
import { endDuty } from './duty.ts'
import type { FactorOwner } from './find-factors.ts'

interface Resetting extends FactorOwner {
  fullName: string
  /** Who does it; absent for the operator of the server. */
  by?: { userId: string; fullName: string }
  now: Date
}

/** Removes all second factors of a user who has lost them. Their sessions end, and a role's time for a new one starts again. */
export async function resetFactors(trx: Trx, { firmId, userId, fullName, by, now }: Resetting): Promise<void> {
  await sql`delete from totp_factors where firm_id = ${firmId} and id = ${userId}::uuid`.execute(trx)
  await sql`delete from passkeys where firm_id = ${firmId} and user_id = ${userId}::uuid`.execute(trx)
  await sql`delete from recovery_codes where firm_id = ${firmId} and user_id = ${userId}::uuid`.execute(trx)
  await sql`delete from factor_challenges where firm_id = ${firmId} and user_id = ${userId}::uuid`.execute(trx)
  await endDuty(trx, { firmId, userId })
  await revokeSessions(trx, { firmId, userId, now })
  await recordEvent(trx, {
    ...{ firmId, level: 'WARNING', type: 'other', entity: 'user', entityId: userId, recordTitle: fullName },
    ...(by ? { userId: by.userId, action: 'factors_reset' } : { action: 'factors_reset_by_operator' }),
    sentence: by
      ? `${by.fullName} removed all second factors of ${fullName}.`
      : `All second factors of ${fullName} were removed on the server.`,
  })
}
