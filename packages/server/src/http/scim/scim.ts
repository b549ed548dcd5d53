import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyHolders } from '../../auth/api-keys/keyholders.ts'
import { isKeySecret } from '../../auth/api-keys/secret.ts'
import { firmOf } from '../../auth/authenticate.ts'
import type { FirmFinder } from '../../auth/firm-of-host.ts'
import { bearerToken } from '../../auth/guard.ts'
import { acceptJson, bodyBytes } from '../server/bodies.ts'
import { refuseStrangeRequests } from '../server/plain-requests.ts'
import { scimGroupRoutes } from './group-routes.ts'
import { resourceTypesJson, schemasJson, serviceJson } from './schemas.ts'
import { answerScimError, bodyTypes, ScimError } from './scim-error.ts'
import { limited, listJson, missing, mostResults, reading, type ScimDeps, send } from './scim-work.ts'
import { scimUserRoutes } from './user-routes.ts'

interface Deps extends ScimDeps {
  keyHolders: KeyHolders
  firms: FirmFinder
}

/** A group of ten thousand members, each with an ID, an address and a name. */
const limits = { depth: 16, keys: 40_000, values: 80_000 }

/**
 * SCIM 2.0 (RFC 7643, 7644), by which an identity provider provisions users and groups. The firm is that of the host,
 * and the token must be one of its provisioning tokens.
 */
export function scimRoutes(scim: FastifyInstance, deps: Deps): void {
  scim.removeAllContentTypeParsers()
  // Names of attributes have no letter case (RFC 7643, section 2.1).
  acceptJson(scim, bodyTypes, { limits, isAnyCase: true })
  scim.setErrorHandler(answerScimError)
  scim.setNotFoundHandler((request) => {
    throw new ScimError(404, undefined, `There is nothing at ${request.method} ${request.url.split('?')[0]}.`)
  })
  scim.addHook('onRoute', (route) => {
    route.bodyLimit ??= bodyBytes.ofCaller
  })
  scim.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (deps.database.outage.current()) throw new ApiError('unavailable')
    await admit(request, deps)
  })
  refuseStrangeRequests(scim)
  discoveryRoutes(scim, deps)
  scimUserRoutes(scim, deps)
  scimGroupRoutes(scim, deps)
}

async function admit(request: FastifyRequest, { firms, keyHolders }: Deps): Promise<void> {
  request.firmId = await firms.find(request.host)
  const token = bearerToken(request)
  if (token === undefined || !isKeySecret(token)) throw new ApiError('key_refused', { sentence: tokenNeeded })
  const holder = await keyHolders.find(token, { firmId: firmOf(request), address: request.ip })
  if (!('provisioner' in holder)) throw new ApiError('key_refused', { sentence: otherKey })
  request.provisioner = holder.provisioner
}

const tokenNeeded =
  'A provisioning token is needed. An administrator creates one in Courtcrier under Identity providers.'
const otherKey =
  "This key isn't a provisioning token. An administrator creates one in Courtcrier under Identity providers."

function discoveryRoutes(scim: FastifyInstance, deps: ScimDeps): void {
  const lists = { Schemas: schemasJson, ResourceTypes: resourceTypesJson }
  scim.get('/ServiceProviderConfig', limited, async (request, reply) =>
    send(reply, await reading(deps, request, async ({ base }) => serviceJson(base, mostResults))),
  )
  for (const [name, listOf] of Object.entries(lists)) {
    scim.get(`/${name}`, limited, async (request, reply) => {
      const all = await reading(deps, request, async ({ base }) => listOf(base))
      return send(reply, listJson(all, { total: all.length, offset: 0 }))
    })
    scim.get<{ Params: { id: string } }>(`/${name}/:id`, limited, async (request, reply) => {
      const all = await reading(deps, request, async ({ base }) => listOf(base))
      const found = all.find(({ id }) => id.toLowerCase() === request.params.id.toLowerCase())
      if (!found) throw missing(request.params.id)
      return send(reply, found)
    })
  }
}
