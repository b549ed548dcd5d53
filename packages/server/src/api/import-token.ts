import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import { replaceImportToken, revokeImportToken } from '../auth/import-token.ts'
import { withFirm } from '../db/firm-transaction.ts'
import type { Services } from '../services.ts'
import { recordFirmChange, refuseUnlessFull } from './firm-change.ts'
import { jsonContent, objectSchema, textSchema } from './operation.ts'

const tag = 'Firm'
const operations = {
  make: {
    tag,
    summary: 'Make a token by which programs import; it takes the place of the one before and is shown once',
    answer: jsonContent(objectSchema({ token: textSchema })),
    status: 201,
    refusals: [403],
  },
  revoke: { tag, summary: 'Revoke the import token', refusals: [403, 404] },
}

/** The token by which programs import: made and revoked by whoever may change the firm. */
export function importTokenRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  api.post('/firm/import-token', { config: { operation: operations.make } }, async (request, reply) => {
    const caller = callerOf(request)
    refuseUnlessFull(caller)
    const token = await withFirm(database, caller.firmId, async (trx) => {
      await recordFirmChange(trx, caller, { sentence: 'An import token was made.' })
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
      await recordFirmChange(trx, caller, { sentence: 'The import token was revoked.' })
    })
    return reply.code(204).send()
  })
}
