import { subjectAccess } from '@courtcrier/contract/access.ts'
import {
  makeImportToken,
  readImportToken,
  revokeImportToken as revokeToken,
} from '@courtcrier/contract/calls/import-token.ts'
import { describeExcess, findExcess } from '@courtcrier/contract/covers.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import type { FastifyInstance } from 'fastify'
import { findImportToken, replaceImportToken, revokeImportToken } from '../../auth/api-keys/import-token.ts'
import { callerOf } from '../../auth/authenticate.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'
import { findTitles } from '../../records/titles.ts'
import { programRole } from '../../records/transfer/import-token.ts'
import { recordFirmChange, refuseUnlessFull } from '../firm/firm-change.ts'
import { serveCall } from '../server/serve-call.ts'

/**
 * The token programs import with: visible to everyone who sees the firm, created and revoked by anyone who may change
 * it.
 */
export function importTokenRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  serveCall(api, readImportToken, async ({ request }) => {
    const caller = callerOf(request)
    if (subjectAccess(firm.subject, caller.role) === 'DENY') throw new ApiError('forbidden')
    return withFirm(database, caller.firmId, async (trx) => {
      const token = await findImportToken(trx, caller.firmId)
      const names = token?.userId ? await findTitles(trx, user, { scope: caller, ids: [token.userId] }) : {}
      return {
        is_set: token !== undefined,
        created_at: token?.createdAt.toISOString() ?? null,
        created_by: Object.values(names)[0] ?? null,
        last_used_at: token?.lastUsedAt?.toISOString() ?? null,
      }
    })
  })
  serveCall(api, makeImportToken, async ({ request }) => {
    const caller = callerOf(request)
    refuseUnlessFull(caller)
    refuseWeaker(caller)
    const token = await withFirmWrite(database, caller.firmId, async (trx) => {
      await recordFirmChange(trx, caller, { sentence: 'An import token was created.', action: 'import_token_made' })
      return replaceImportToken(trx, caller)
    })
    return { token }
  })
  serveCall(api, revokeToken, async ({ request }) => {
    const caller = callerOf(request)
    refuseUnlessFull(caller)
    await withFirmWrite(database, caller.firmId, async (trx) => {
      if (!(await revokeImportToken(trx, caller.firmId)))
        throw new ApiError('not_found', { sentence: 'There is no import token.' })
      await recordFirmChange(trx, caller, { sentence: 'The import token was revoked.', action: 'import_token_revoked' })
    })
  })
}

/**
 * Refuses callers with fewer rights than the token: anyone with the token acts with its rights, and walls don't apply
 * to programs.
 */
function refuseWeaker({ role, timekeeperId }: Caller): void {
  const excess = findExcess(role, programRole)
  if (excess) throw new ApiError('forbidden', { sentence: describeProblem(`grants_more:${describeExcess(excess)}`) })
  if (timekeeperId !== undefined)
    throw new ApiError('forbidden', {
      sentence: "Ethical walls don't apply to programs. Ask a user without a timekeeper to create the token.",
    })
}
