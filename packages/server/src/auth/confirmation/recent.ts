import { confirmationMinutes } from '@courtcrier/contract/calls/confirmation.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Caller } from '../../records/caller.ts'
import { isSensitive } from './sensitive-routes.ts'

/**
 * Throws `confirmation_required` for a sensitive call of a session whose user showed who they are too long ago: an open
 * computer, or a stolen token, must not be enough for it. Programs with a token of their own aren't asked.
 */
export async function refuseUnlessRecent(
  request: FastifyRequest,
  { database, now }: { database: Database; now: () => Date },
): Promise<void> {
  const { caller, method, routeOptions } = request
  if (!caller || !isSensitive(method, routeOptions.url ?? '')) return
  const since = new Date(now().getTime() - confirmationMinutes * 60_000)
  if (!(await withFirm(database, caller.firmId, (trx) => hasProvedSince(trx, caller, since))))
    throw new ApiError('confirmation_required')
}

async function hasProvedSince(trx: Trx, { firmId, sessionId }: Caller, since: Date): Promise<boolean> {
  const { rows } = await sql`select from session_proofs
    where firm_id = ${firmId} and id = ${sessionId}::uuid and proved_at > ${since}::timestamptz`.execute(trx)
  return rows.length > 0
}
