import { ringGraphBell } from '@courtcrier/contract/calls/mailboxes.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { networkOf } from '@courtcrier/lib/networks.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { firmOf } from '../auth/authenticate.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { findFirmUrl } from '../base/firm-url.ts'
import type { Services } from '../base/services.ts'
import { findBellProof } from '../mail/graph/bell/bell-rows.ts'
import { provenNotifications, ringBell } from '../mail/graph/bell/ring-bell.ts'
import { areEqualSecrets } from '../mail/providers/equal-secrets.ts'
import { guardRefusals, type RefusalGuard, type RefusalLimits } from '../mail/providers/refusal-guard.ts'
import { type CallInput, serveCall } from './server/serve-call.ts'

/** Graph sends some notifications at a time, of less than a kilobyte each. */
const mostBytes = 64 * 1024

/** Where Microsoft Graph calls when a mailbox has something new. */
export function graphBellRoutes(
  api: FastifyInstance,
  services: Services,
  { limits }: { limits?: RefusalLimits } = {},
): void {
  const guard = guardRefusals(services, limits && { limits })
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const types = [...ringGraphBell.body.mediaType]
    scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: mostBytes }, (_, body, done) => done(null, body))
    const open = { auth: 'none', bodyLimit: mostBytes } as const
    serveCall(scope, ringGraphBell, (asked) => answerRing({ ...services, guard }, asked), open)
  })
}

const plain = 'text/plain; charset=utf-8'

type RingDeps = Pick<Services, 'database'> & { guard: RefusalGuard }

async function answerRing(
  { database, guard }: RingDeps,
  { params: { id, key }, query: { validationToken }, request, reply }: CallInput<typeof ringGraphBell>,
): Promise<FastifyReply> {
  const firmId = firmOf(request)
  const network = networkOf(request.ip)
  const address = `${firmId} ${id} ${key}`
  const refuse = (of: { mailboxId?: string } = {}) => {
    guard.count({ network, address, ...of })
    return new ApiError('not_found', { sentence: 'There is nothing at this address.' })
  }
  guard.demand({ network, address })
  const proof = await withFirm(database, firmId, (trx) => findBellProof(trx, { firmId, id }))
  if (!proof || !areEqualSecrets(key, proof.pathKey)) throw refuse()
  guard.noteFound(address)
  guard.demand({ network, address, mailboxId: id })
  // Graph asks whether the address is ours; who knows it may hear its own word, as plain text.
  if (validationToken !== undefined) return reply.type(plain).send(validationToken)
  const proven = provenNotifications(bytesOf(request.body), proof)
  if (proven.length === 0) throw refuse({ mailboxId: id })
  await withFirm(database, firmId, (trx) => ringBell(trx, { firmId, id }, proven))
  return reply.type(plain).send('')
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** Returns where Graph can call for a firm's mailboxes; undefined if this server has no encrypted address. */
export async function bellUrlOf(
  { database, config }: Pick<Services, 'database' | 'config'>,
  firmId: number,
): Promise<string | undefined> {
  const base = await withFirm(database, firmId, (trx) => findFirmUrl(trx, { ...config, firmId }))
  const url = `${base}/api/v1${ringGraphBell.path}`
  return url.startsWith('https://') ? url.replace('/:id/:key', '') : undefined
}
