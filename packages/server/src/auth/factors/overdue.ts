import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Database, Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { isByProvider } from '../session-proof.ts'
import { findDuty } from './duty.ts'

/** Whether a session may do nothing but add a second factor. A provider's sessions are exempt: it has its own factors. */
export async function isFactorOverdue(
  trx: Trx,
  { firmId, userId, sessionId, now }: { firmId: number; userId: string; sessionId: string; now: Date },
): Promise<boolean> {
  if (await isByProvider(trx, { firmId, sessionId })) return false
  return (await findDuty(trx, { firmId, userId, now }))?.isOver === true
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
