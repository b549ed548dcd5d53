import { Readable } from 'node:stream'
import { providerTypes, readCallAddress, takeProviderCall } from '@courtcrier/contract/calls/mailboxes.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { networkOf } from '@courtcrier/lib/networks.ts'
import type { FastifyInstance } from 'fastify'
import type { CustomFetch } from 'openid-client'
import { firmOf } from '../auth/authenticate.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { findFirmUrl } from '../base/firm-url.ts'
import type { Services } from '../base/services.ts'
import { sendRequest } from '../mail/graph/graph-request.ts'
import { openMailboxWays } from '../mail/mailboxes/keep-mailboxes.ts'
import { postmarkUser } from '../mail/providers/postmark.ts'
import { openProviderIntake } from '../mail/providers/provider-intake.ts'
import { findProviderMailbox, type ProviderMailbox } from '../mail/providers/provider-mailbox.ts'
import type { RefusalLimits } from '../mail/providers/refusal-guard.ts'
import type { OpenAnswer } from '../mail/providers/s3-object.ts'
import { refuseUnseen } from '../records/read-row.ts'
import type { AllowedHosts } from '../retrieval/guarded/allowed-hosts.ts'
import { demand } from './resources.ts'
import { serveCall } from './server/serve-call.ts'

interface RouteOptions {
  fetch?: CustomFetch
  open?: OpenAnswer
  now?: () => Date
  limits?: RefusalLimits
}

/** Mail by the calls of providers, and the address that each calls. */
export function providerMailRoutes(api: FastifyInstance, services: Services, options: RouteOptions = {}): void {
  const { fetch, hosts } = openMailboxWays(services)
  const intake = openProviderIntake(services, { fetch, open: openerOf(hosts), ...options })
  api.addHook('onClose', () => intake.close())
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...providerTypes], (_request, payload, done) => done(null, payload))
    serveCall(
      scope,
      takeProviderCall,
      async ({ params: { id, key }, request, reply }) => {
        // If it is refused, what is left of its body isn't read.
        reply.header('connection', 'close')
        const { headers, ip, body } = request
        const call = { firmId: firmOf(request), mailboxId: id, key, network: networkOf(ip), headers }
        const outcome = await intake.take({ ...call, body: body instanceof Readable ? body : Readable.from([]) })
        reply.removeHeader('connection')
        return { outcome }
      },
      // Read piece by piece up to the limit of the provider, and not charged to the address of all its customers.
      { auth: 'none', bodyLimit: 1 },
    )
  })
  serveCall(api, readCallAddress, async ({ params: { id }, request }) => {
    const caller = demand(request, mailbox, 'FULL')
    const { firmId } = caller
    return withFirm(services.database, firmId, async (trx) => {
      await refuseUnseen(trx, mailbox, { ...caller, id })
      const found = await findProviderMailbox(trx, { firmId, id })
      if (!found) throw new ApiError('not_found')
      return { url: await callAddress(trx, services, found) }
    })
  })
}

/** A message of the largest size takes less. */
const longestMs = 2 * 60_000

function openerOf(hosts: AllowedHosts): OpenAnswer {
  return async (url, headers) => {
    const body = await sendRequest(hosts, { url, method: 'GET', headers, longestMs })
    return { status: body.statusCode ?? 500, headers: body.headers, body }
  }
}

async function callAddress(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  { firmId, id, pathKey, provider }: ProviderMailbox,
): Promise<string> {
  const path = takeProviderCall.path.replace(':id', id).replace(':key', pathKey)
  const url = `${await findFirmUrl(trx, { ...config, firmId })}/api/v1${path}`
  return provider === 'POSTMARK' ? url.replace('://', `://${postmarkUser}:PASSWORD@`) : url
}
