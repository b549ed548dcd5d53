import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../base/db/database.ts'
import { type Authenticator, firmOf } from './authenticate.ts'
import type { FirmFinder } from './firm-of-host.ts'
import { findImporter, type Importer, isImportToken } from './import-token.ts'
import { refuseWriting, viewedRoleOf } from './view-as.ts'

/**
 * Finds firm and caller of every request of this scope, before its body is read. A route that does not say
 * otherwise needs a token.
 */
export function guardRoutes(
  api: FastifyInstance,
  deps: { authenticator: Authenticator; firms: FirmFinder; database: Database },
): void {
  api.addHook('onRequest', async (request) => {
    request.firmId = await deps.firms.find(request.host)
    const { auth } = request.routeOptions.config
    if (auth === 'none') return
    // A token that is no longer good is refused even where none is needed: its holder has to renew it.
    if (auth === 'optional' && request.headers.authorization === undefined) return
    if (auth === 'import') request.importer = await findTokenHolder(request, deps.database)
    if (request.importer) return
    request.caller = await findCaller(request, deps.authenticator)
    if (!request.caller) throw new ApiError('session_expired')
    if (request.caller.viewedRoleId !== undefined) refuseWriting(request)
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
  // A token of one firm is worth nothing under the host name of another.
  return caller?.firmId === firmOf(request) ? caller : undefined
}

/** RFC 6750, section 2.1; tokens in the address are not taken, they end up in logs. */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
}
