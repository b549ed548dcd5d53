import { subjectAccess } from '@courtcrier/contract/access.ts'
import { describeExcess, findExcess } from '@courtcrier/contract/covers.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { findImportToken, programRole, replaceImportToken, revokeImportToken } from '../auth/import-token.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findTitles } from '../resources/titles.ts'
import { recordFirmChange, refuseUnlessFull } from './firm-change.ts'
import { jsonContent, objectSchema, textSchema } from './operation.ts'

const tag = 'Firm'
const operations = {
  state: {
    tag,
    summary: 'Whether there is an import token, who made it and when it was used last; never the token itself',
    answer: jsonContent(
      objectSchema({
        is_set: { type: 'boolean' },
        created_at: { type: ['string', 'null'] },
        created_by: { type: ['string', 'null'], description: 'Name of the person' },
        last_used_at: { type: ['string', 'null'] },
      }),
    ),
    refusals: [403],
  },
  make: {
    tag,
    summary: 'Make a token by which programs import; it takes the place of the one before and is shown once',
    answer: jsonContent(objectSchema({ token: textSchema })),
    status: 201,
    refusals: [403],
  },
  revoke: { tag, summary: 'Revoke the import token', refusals: [403, 404] },
}

/** The token by which programs import: known to whoever sees the firm, made and revoked by whoever may change it. */
export function importTokenRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  api.get('/firm/import-token', { config: { operation: operations.state } }, async (request) => {
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
  api.post('/firm/import-token', { config: { operation: operations.make } }, async (request, reply) => {
    const caller = callerOf(request)
    refuseUnlessFull(caller)
    refuseWeaker(caller)
    const token = await withFirm(database, caller.firmId, async (trx) => {
      await recordFirmChange(trx, caller, { sentence: 'An import token was made.', action: 'import_token_made' })
      return replaceImportToken(trx, caller)
    })
    return reply.code(201).send({ token })
  })
  api.delete('/firm/import-token', { config: { operation: operations.revoke } }, async (request, reply) => {
    const caller = callerOf(request)
    refuseUnlessFull(caller)
    await withFirm(database, caller.firmId, async (trx) => {
      if (!(await revokeImportToken(trx, caller.firmId)))
        throw new ApiError('not_found', { sentence: 'There is no import token.' })
      await recordFirmChange(trx, caller, { sentence: 'The import token was revoked.', action: 'import_token_revoked' })
    })
    return reply.code(204).send()
  })
}

/** Whoever has the token acts with its rights, and no wall holds a program. */
function refuseWeaker({ role, timekeeperId }: Caller): void {
  const excess = findExcess(role, programRole)
  if (excess) throw new ApiError('forbidden', { sentence: describeProblem(`grants_more:${describeExcess(excess)}`) })
  if (timekeeperId !== undefined)
    throw new ApiError('forbidden', {
      sentence: "Ethical walls don't apply to programs. Ask a user without a timekeeper to make the token.",
    })
}
