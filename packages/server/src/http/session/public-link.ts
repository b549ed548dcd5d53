import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import {
  makePublicLink,
  readPublicLink as readPublicLinkCall,
  readSharedDocument,
} from '@courtcrier/contract/calls/public-links.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { firmOf } from '../../auth/authenticate.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { readPublicLink, type SharedDocument, shareDocument } from '../../behaviours/shared-document.ts'
import { publicLinkPath } from '../../outbox/public-link.ts'
import { recordEvent } from '../../records/audit.ts'
import { demand } from '../resources.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'

type LinkServices = Pick<Services, 'database' | 'blobs' | 'publicLinks'>

/** An email's page has a few documents, and someone guessing tokens gets no more tries. */
const attempts = { max: 60, timeWindow: '1 minute', ipv6Subnet: 64 }

/** Links that show one document to anyone who has them, if the firm allows it: creating and following them. */
export function publicLinkRoutes(
  api: FastifyInstance,
  services: LinkServices,
  now: () => Date = () => new Date(),
): void {
  serveCall(api, makePublicLink, ({ params, request }) => makeLink(services, request, { id: params.id, now: now() }), {
    rateLimit: attempts,
  })
  const open = { auth: 'none' as const, rateLimit: attempts }
  const read = async ({ params, request, reply }: CallInput<typeof readPublicLinkCall>) => {
    const { title, number, size, expiresAt } = await findShared(services, request, { token: params.token, now: now() })
    keptOutOfSight(reply)
    return { title, number, size, expires_at: expiresAt.toISOString() }
  }
  serveCall(api, readPublicLinkCall, read, open)
  serveCall(api, readSharedDocument, (asked) => sendContent(services, asked, now()), {
    ...open,
    exposeHeadRoute: false,
  })
}

async function makeLink(
  services: LinkServices,
  request: FastifyRequest,
  { id, now }: { id: string; now: Date },
): Promise<AnswerOf<typeof makePublicLink>> {
  const caller = demand(request, courtDocument, 'READ')
  // What a field leads to is as restricted as the field.
  if (fieldAccess(courtDocument, 'fileId', caller.role) === 'DENY') throw new ApiError('forbidden')
  const { firmId, userId } = caller
  return withFirmWrite(services.database, firmId, async (trx) => {
    const { title } = await shareDocument(trx, { scope: caller, id })
    const token = services.publicLinks.issue({ firmId, documentId: id, userId }, now)
    const link = services.publicLinks.read(token)
    if (!link) throw new Error('A link that was just made cannot be read.')
    await recordEvent(trx, {
      firmId,
      level: 'AUDIT',
      type: 'other',
      sentence: `${caller.user.fullName} created a public link to "${title}".`,
      userId,
      entity: courtDocument.name,
      entityId: id,
    })
    return { path: publicLinkPath(token), expires_at: link.expiresAt.toISOString() }
  })
}

async function findShared(
  services: LinkServices,
  request: FastifyRequest,
  { token, now }: { token: string; now: Date },
): Promise<SharedDocument> {
  const link = services.publicLinks.read(token)
  // A link of one firm is invalid under another firm's host name.
  if (link?.firmId !== firmOf(request)) throw new ApiError('not_found', { sentence: noLink })
  return withFirm(services.database, link.firmId, (trx) => readPublicLink(trx, link, now))
}

const noLink =
  "This isn't a Courtcrier link, or a part of it is missing. Open it from the email again, or ask for a new one."

async function sendContent(
  services: LinkServices,
  { params, request, reply }: CallInput<typeof readSharedDocument>,
  now: Date,
): Promise<FastifyReply> {
  const shared = await findShared(services, request, { token: params.token, now })
  await withFirmWrite(services.database, shared.firmId, (trx) =>
    recordEvent(trx, {
      firmId: shared.firmId,
      level: 'AUDIT',
      type: 'other',
      sentence: `"${shared.name}" was opened with a public link${shared.maker ? ` that ${shared.maker} created` : ' in an email'}, from ${request.ip}.`,
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

/**
 * Sets headers so that no cache keeps the document after the firm has closed the link, and no search engine lists it.
 */
function keptOutOfSight(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
}
