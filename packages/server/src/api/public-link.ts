import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { firmOf } from '../auth/authenticate.ts'
import { publicLinkPath } from '../auth/public-link.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { readPublicLink, type SharedDocument, shareDocument } from '../resources/shared-document.ts'
import { recordEvent } from './audit.ts'
import { publicLinkOperations as operations } from './public-link-operations.ts'
import { demand } from './resources.ts'

type LinkServices = Pick<Services, 'database' | 'blobs' | 'publicLinks'>

/** A page of a mail has a few documents; who tries tokens has no use for more. */
const attempts = { max: 60, timeWindow: '1 minute', ipv6Subnet: 64 }

/** Links that show one document to whoever holds them, where the firm allows that: making one, and following it. */
export function publicLinkRoutes(
  api: FastifyInstance,
  services: LinkServices,
  now: () => Date = () => new Date(),
): void {
  api.post('/document/:id/public-link', { config: { operation: operations.make, rateLimit: attempts } }, (request) =>
    makeLink(services, request, now()),
  )
  const open = { auth: 'none' as const, rateLimit: attempts }
  api.get('/public-document/:token', { config: { ...open, operation: operations.read } }, async (request, reply) => {
    const { title, number, size, expiresAt } = await findShared(services, request, now())
    return keptOutOfSight(reply).send({ title, number, size, expires_at: expiresAt.toISOString() })
  })
  api.get(
    '/public-document/:token/content',
    { config: { ...open, operation: operations.content }, exposeHeadRoute: false },
    (request, reply) => sendContent(services, { request, reply, now: now() }),
  )
}

async function makeLink(services: LinkServices, request: FastifyRequest, now: Date) {
  const caller = demand(request, courtDocument, 'READ')
  // What a field leads to is as closed as the field.
  if (fieldAccess(courtDocument, 'fileId', caller.role) === 'DENY') throw new ApiError('forbidden')
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw new ApiError('not_found')
  const { firmId, userId } = caller
  return withFirm(services.database, firmId, async (trx) => {
    const { title } = await shareDocument(trx, { scope: caller, id })
    const token = services.publicLinks.issue({ firmId, documentId: id, userId }, now)
    await recordEvent(trx, {
      firmId,
      level: 'AUDIT',
      type: 'other',
      sentence: `${caller.user.fullName} made a public link to "${title}".`,
      userId,
      entity: courtDocument.name,
      entityId: id,
    })
    return { path: publicLinkPath(token), expires_at: services.publicLinks.read(token)?.expiresAt.toISOString() }
  })
}

async function findShared(services: LinkServices, request: FastifyRequest, now: Date): Promise<SharedDocument> {
  const { token } = request.params as { token: string }
  const link = services.publicLinks.read(token)
  // A link of one firm is worth nothing under the host name of another.
  if (link?.firmId !== firmOf(request)) throw new ApiError('not_found', { sentence: noLink })
  return withFirm(services.database, link.firmId, (trx) => readPublicLink(trx, link, now))
}

const noLink =
  'This is not a link of ours, or a part of it is missing. Open it from the mail once more, or ask for a new one.'

async function sendContent(
  services: LinkServices,
  { request, reply, now }: { request: FastifyRequest; reply: FastifyReply; now: Date },
): Promise<FastifyReply> {
  const shared = await findShared(services, request, now)
  await withFirm(services.database, shared.firmId, (trx) =>
    recordEvent(trx, {
      firmId: shared.firmId,
      level: 'AUDIT',
      type: 'other',
      sentence: `"${shared.name}" was opened by a public link${shared.maker ? ` that ${shared.maker} made` : ' of a mail'}, from ${request.ip}.`,
      entity: courtDocument.name,
      entityId: shared.id,
    }),
  )
  return keptOutOfSight(reply)
    .type('application/pdf')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline; filename="document.pdf"')
    .send(services.blobs.stream(shared.fileId))
}

/** No cache keeps it after the firm has closed the link, and no search engine lists it. */
function keptOutOfSight(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
}
