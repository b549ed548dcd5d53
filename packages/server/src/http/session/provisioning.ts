import { isAdmin } from '@courtcrier/contract/access.ts'
import { makeProvisioningToken, readProvisioning } from '@courtcrier/contract/calls/provisioning.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import type { FastifyInstance } from 'fastify'
import { findKeyById, findProviderKeys } from '../../auth/api-keys/key-rows.ts'
import { callerOf } from '../../auth/authenticate.ts'
import { countProvisioned, demandProvider, makeToken, type Provisioned } from '../../auth/provisioning/tokens.ts'
import type { Provider } from '../../auth/sign-on/providers.ts'
import { openRoleMapping } from '../../auth/sign-on/role-by-groups.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { demand } from '../resources.ts'
import { type ScimDeps, scimBaseOf } from '../scim/scim-work.ts'
import { serveCall } from '../server/serve-call.ts'
import { shown } from './api-keys.ts'

/** What an administrator sets up so that an identity provider can provision users, and what it provisions. */
export function provisioningRoutes(api: FastifyInstance, deps: Pick<ScimDeps, 'database' | 'config' | 'now'>): void {
  const { database, now } = deps
  serveCall(api, readProvisioning, async ({ request, params: { id: providerId } }) => {
    const caller = demand(request, identityProvider, 'READ')
    const { firmId } = caller
    return withFirm(database, firmId, async (trx) => {
      const provider = await demandProvider(trx, caller, providerId)
      const keys = await findProviderKeys(trx, { firmId, providerId })
      const { users, groups } = await countProvisioned(trx, { firmId, providerId })
      return {
        baseUrl: await scimBaseOf(trx, { ...deps, firmId }),
        keys: keys.map((row) => shown(row, { caller, now: now() })),
        users,
        groups: await withRoles(trx, provider, groups),
      }
    })
  })
  serveCall(api, makeProvisioningToken, async ({ request, params: { id: providerId }, body }) => {
    const caller = callerOf(request)
    if (!isAdmin(caller.role)) throw new ApiError('forbidden', { sentence: administratorsOnly })
    const { name, networks = [], expiresInDays: days } = body
    const wish = { providerId, name, networks: networks.map((each) => each.trim()), days }
    return withFirmWrite(database, caller.firmId, async (trx) => {
      const { id, secret } = await makeToken(trx, { caller, now: now() }, wish)
      const row = await findKeyById(trx, { firmId: caller.firmId, id })
      if (!row) throw new ApiError('not_found')
      return { key: shown(row, { caller, now: now() }), secret }
    })
  })
}

const administratorsOnly = 'Only an administrator can create a provisioning token.'

async function withRoles(trx: Trx, { firmId, row }: Provider, groups: Provisioned['groups']) {
  const roleOf = await openRoleMapping(trx, firmId, row)
  return groups.map(({ id, name, names, members }) => ({
    ...{ id, name, members },
    role: roleOf?.(names)?.name ?? null,
  }))
}
