import type { FactorWay } from '@courtcrier/contract/calls/factor-challenge.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'

/** Whose factors they are. */
export interface FactorOwner {
  firmId: number
  userId: string
}

/** A user's passkey, without what verifies it. */
export interface StoredPasskey {
  id: string
  name: string
  credentialId: string
  transports: string[]
  isBackedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

export interface Factors {
  /** When the authenticator app was added; null without one. */
  totpSince: Date | null
  passkeys: readonly StoredPasskey[]
  recoveryCodesLeft: number
}

/** Returns a user's second factors; an authenticator app counts once confirmed. */
export async function findFactors(trx: Trx, { firmId, userId }: FactorOwner): Promise<Factors> {
  const { rows } = await sql<{ totpSince: Date | null; left: number }>`
    select (select confirmed_at from totp_factors where firm_id = ${firmId} and id = ${userId}::uuid) as "totpSince",
      (select count(*)::integer from recovery_codes
        where firm_id = ${firmId} and user_id = ${userId}::uuid and used_at is null) as "left"`.execute(trx)
  const { rows: passkeys } = await sql<StoredPasskey>`
    select id, name, credential_id as "credentialId", transports, is_backed_up as "isBackedUp",
      created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where firm_id = ${firmId} and user_id = ${userId}::uuid order by created_at, id`.execute(trx)
  return { totpSince: rows[0]?.totpSince ?? null, passkeys, recoveryCodesLeft: rows[0]?.left ?? 0 }
}

/** Recovery codes replace a factor that is lost, and are none themselves. */
export function hasFactor({ totpSince, passkeys }: Factors): boolean {
  return totpSince !== null || passkeys.length > 0
}

/** Returns the ways in which a user can answer; passkeys only where the console's address allows them. */
export function waysOf({ totpSince, passkeys, recoveryCodesLeft }: Factors): FactorWay[] {
  return [
    ...(totpSince ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
  ]
}
