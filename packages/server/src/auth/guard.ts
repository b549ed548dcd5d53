import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../base/db/database.ts'
import { refuseBeyondKey } from './api-keys/beyond-keys.ts'
import type { KeyHolders } from './api-keys/keyholders.ts'
import { isKeySecret } from './api-keys/secret.ts'
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
  deps: {
    authenticator: Authenticator
    firms: FirmFinder
    keyHolders: KeyHolders
    database: Database
    now: () => Date
  },
): void {
  api.addHook('onRequest', async (request) => {
    request.firmId = await deps.firms.find(request.host)
    const { auth } = request.routeOptions.config
    if (auth === 'none') return
    // An expired token is refused even where none is needed, so that its holder renews it.
    if (auth === 'optional' && request.headers.authorization === undefined) return
    const token = bearerToken(request)
    if (token !== undefined && isKeySecret(token)) return admitKey(request, { token, keyHolders: deps.keyHolders })
    if (auth === 'agent' || auth === 'enrollment') throw new ApiError('key_refused', { sentence: agentsOnly })
    request.caller = token === undefined ? undefined : await findCaller(request, token, deps.authenticator)
    if (!request.caller) throw new ApiError('session_expired')
    if (request.caller.lacksFactor) await refuseWithoutFactor(request, deps)
    if (request.caller?.viewedRoleId !== undefined) refuseWriting(request)
    await refuseUnlessRecent(request, deps)
  })
}

/** Sets who sent a request with an API key. Throws for a key that doesn't work, or not for this. */
async function admitKey(
  request: FastifyRequest,
  { token, keyHolders }: { token: string; keyHolders: KeyHolders },
): Promise<void> {
  const holder = await keyHolders.find(token, { firmId: firmOf(request), address: request.ip })
  if ('importer' in holder) {
    if (request.routeOptions.config.auth !== 'import') throw new ApiError('key_refused', { sentence: onlyImports })
    request.importer = holder.importer
    return
  }
  const { auth } = request.routeOptions.config
  if ('enrollment' in holder || 'agent' in holder) {
    if (auth !== ('agent' in holder ? 'agent' : 'enrollment'))
      throw new ApiError('key_refused', { sentence: onlyAgents })
    Object.assign(request, holder)
    return
  }
  if ('provisioner' in holder) throw new ApiError('key_refused', { sentence: onlyProvisions })
  request.caller = holder.caller
  refuseBeyondKey(request, holder.caller)
}

const onlyImports = 'The import token can only be used to import.'
const onlyAgents = 'The token of an agent can only be used to enroll it, and its key only for its work.'
const agentsOnly = 'Only an agent can call this, with its key. "courtcrier agent enroll" gets one.'
const onlyProvisions = 'A provisioning token can only be used by an identity provider, under /scim/v2.'

async function findCaller(request: FastifyRequest, token: string, authenticator: Authenticator) {
  const caller = await authenticator.check(token, viewedRoleOf(request))
  // A token of one firm is invalid under another firm's host name.
  return caller?.firmId === firmOf(request) ? caller : undefined
}

/** RFC 6750, section 2.1. Tokens in the address aren't accepted, since addresses end up in logs. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
}
