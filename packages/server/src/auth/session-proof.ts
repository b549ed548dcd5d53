import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'

/** Who signed a user in: Courtcrier by a password or passkey, or an identity provider, which asks for its own factors. */
export type SignInWay = 'local' | 'provider'

interface NewProof {
  firmId: number
  userId: string
  sessionId: string
  way: SignInWay
  /** When its user showed who they are. */
  provedAt: Date
  now: Date
  expiresAt: Date
}

/** Notes how a session begins, and forgets those of ended ones. */
export async function addProof(trx: Trx, proof: NewProof): Promise<void> {
  const { firmId, userId, sessionId, way, provedAt, now, expiresAt } = proof
  await sql`delete from session_proofs where firm_id = ${firmId} and expires_at <= ${now}::timestamptz`.execute(trx)
  await sql`insert into session_proofs (firm_id, id, user_id, is_by_provider, proved_at, expires_at)
    values (${firmId}::integer, ${sessionId}::uuid, ${userId}::uuid, ${way === 'provider'}, ${provedAt}::timestamptz,
      ${expiresAt}::timestamptz)`.execute(trx)
}

/** Whether an identity provider signed a session's user in. */
export async function isByProvider(
  trx: Trx,
  { firmId, sessionId }: { firmId: number; sessionId: string },
): Promise<boolean> {
  const { rows } = await sql`select from session_proofs
    where firm_id = ${firmId} and id = ${sessionId}::uuid and is_by_provider`.execute(trx)
  return rows.length > 0
}

/** Notes that a session's user has shown who they are again. A session from before this was kept gets a row. */
export async function keepProof(
  trx: Trx,
  { firmId, userId, sessionId, now }: { firmId: number; userId: string; sessionId: string; now: Date },
): Promise<void> {
  await sql`insert into session_proofs (firm_id, id, user_id, is_by_provider, proved_at, expires_at)
    select ${firmId}::integer, ${sessionId}::uuid, ${userId}::uuid, false, ${now}::timestamptz, max(expires_at)
    from sessions where firm_id = ${firmId}::integer and family_id = ${sessionId}::uuid having max(expires_at) is not null
    on conflict (firm_id, id) do update set proved_at = excluded.proved_at`.execute(trx)
}
