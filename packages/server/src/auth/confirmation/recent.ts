import { confirmationMinutes } from '@courtcrier/contract/calls/confirmation.ts'
import { takeBack } from '@courtcrier/contract/calls/undo.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Caller } from '../../records/caller.ts'
import { isSensitive } from './sensitive-routes.ts'
import { isSensitiveUndo } from './sensitive-undo.ts'

/**
 * Throws `confirmation_required` for a sensitive call of a session whose user showed who they are too long ago: an open
 * computer, or a stolen token, must not be enough for it. Programs with a token of their own aren't asked.
 */
export async function refuseUnlessRecent(
  request: FastifyRequest,
  { database, now }: { database: Database; now: () => Date },
): Promise<void> {
  const { caller, method, routeOptions, params } = request
  const { url: route = '' } = routeOptions
  const isUndo = method === takeBack.method && route === `/api/v1${takeBack.path}`
  if (!caller || !(isUndo || isSensitive(method, route))) return
  const since = new Date(now().getTime() - confirmationMinutes * 60_000)
  const { firmId } = caller
  const isAsked = await withFirm(database, firmId, async (trx) => {
    if (await hasProvedSince(trx, caller, since)) return false
    return !isUndo || isSensitiveUndo(trx, { firmId, id: (params as { id: string }).id })
  })
  if (isAsked) throw new ApiError('confirmation_required')
}

async function hasProvedSince(trx: Trx, { firmId, sessionId }: Caller, since: Date): Promise<boolean> {
  const { rows } = await sql`select from session_proofs
    where firm_id = ${firmId} and id = ${sessionId}::uuid and proved_at > ${since}::timestamptz`.execute(trx)
  return rows.length > 0
}
