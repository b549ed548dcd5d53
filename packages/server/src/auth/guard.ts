import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../base/db/database.ts'
import { findImporter, type Importer, isImportToken } from '../records/transfer/import-token.ts'
import { type Authenticator, firmOf } from './authenticate.ts'
import { refuseUnlessRecent } from './confirmation/recent.ts'
import { refuseWithoutFactor } from './factors/overdue.ts'
import type { FirmFinder } from './firm-of-host.ts'
import { refuseWriting, viewedRoleOf } from './view-as.ts'

/**
 * Finds the firm and the caller of every request in this scope before its body is read. A route needs a token unless it
 * says otherwise.
 */
export function guardRoutes(
  api: FastifyInstance,
  deps: { authenticator: Authenticator; firms: FirmFinder; database: Database; now: () => Date },
): void {
  api.addHook('onRequest', async (request) => {
    request.firmId = await deps.firms.find(request.host)
    const { auth } = request.routeOptions.config
    if (auth === 'none') return
    // An expired token is refused even where none is needed, so that its holder renews it.
    if (auth === 'optional' && request.headers.authorization === undefined) return
    if (auth === 'import') request.importer = await findTokenHolder(request, deps.database)
    if (request.importer) return
    request.caller = await findCaller(request, deps.authenticator)
    if (!request.caller) throw new ApiError('session_expired')
    if (request.caller.lacksFactor) await refuseWithoutFactor(request, deps)
    if (request.caller?.viewedRoleId !== undefined) refuseWriting(request)
    await refuseUnlessRecent(request, deps)
  })
}

async function findTokenHolder(request: FastifyRequest, database: Database): Promise<Importer | undefined> {
  const token = bearerToken(request)
  if (token === undefined || !isImportToken(token)) return undefined
  return findImporter(database, { firmId: firmOf(request), token })
}

async function findCaller(request: FastifyRequest, authenticator: Authenticator) {
  const token = bearerToken(request)
  if (token === undefined) return undefined
  const caller = await authenticator.check(token, viewedRoleOf(request))
  // A token of one firm is invalid under another firm's host name.
  return caller?.firmId === firmOf(request) ? caller : undefined
}

/** RFC 6750, section 2.1. Tokens in the address aren't accepted, since addresses end up in logs. */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
}
