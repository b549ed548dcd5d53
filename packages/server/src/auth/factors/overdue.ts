import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { isByProvider } from '../session-proof.ts'
import { findDuty, isDutyOver } from './duty.ts'

/** Whether a session may do nothing but add a second factor. A provider's sessions are exempt: it has its own factors. */
export async function isFactorOverdue(
  trx: Trx,
  { firmId, userId, sessionId, now }: { firmId: number; userId: string; sessionId: string; now: Date },
): Promise<boolean> {
  if (await isByProvider(trx, { firmId, sessionId })) return false
  return (await findDuty(trx, { firmId, userId, now }))?.isOver === true
}

/**
 * Whether the sessions of an API key's owner may do nothing but add a second factor. Someone who signs in by a provider
 * is exempt, as their sessions are; a service account has no sign-in to protect.
 */
export async function isOwnerOverdue(
  trx: Trx,
  { firmId, userId, now }: { firmId: number; userId: string; now: Date },
): Promise<boolean> {
  if (!(await isDutyOver(trx, { firmId, userId, now }))) return false
  const { rows } = await sql`
    select from sign_on_links l join identity_providers p on p.firm_id = l.firm_id and p.id = l.provider_id and p.is_active
    where l.firm_id = ${firmId}::integer and l.user_id = ${userId}::uuid limit 1`.execute(trx)
  return rows.length === 0
}

/**
 * Throws `second_factor_required` for whatever isn't needed to add one. The caller as remembered may be from before they
 * did, so this looks again.
 */
export async function refuseWithoutFactor(
  request: FastifyRequest,
  { database, now }: { database: Database; now: () => Date },
): Promise<void> {
  const { caller, routeOptions } = request
  if (!caller || routeOptions.config.worksWithoutFactor) return
  if (!(await withFirm(database, caller.firmId, (trx) => isFactorOverdue(trx, { ...caller, now: now() })))) return
  // What anyone may see is shown as to anyone.
  if (routeOptions.config.auth === 'optional') request.caller = undefined
  else throw new ApiError('second_factor_required')
}
