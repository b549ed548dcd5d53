import { permittedField } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { type AnyRow, redact } from '@courtcrier/contract/resource.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { type Envelope, envelope } from '@courtcrier/contract/resources/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { combineDocuments, type PartDocument } from '../delivery/combined-pdf.ts'
import { noteOpened } from '../delivery/note-opened.ts'
import { type ResendTo, resendFiling } from '../delivery/resend.ts'
import { getRow, refuseUnseen } from '../resources/store.ts'
import { isVisible } from '../resources/visible-rows.ts'
import { safeFileName } from '../storage/safe-path.ts'
import { recordEvent } from './audit.ts'
import { sendDownload } from './download.ts'
import { filingOperations } from './filing-operations.ts'
import { loadFilingView, summariseFilings } from './filing-view.ts'
import { readObject } from './negotiation.ts'
import { demand } from './resources.ts'

/** What the firm was told of each filing: the whole of one, telling somebody again, its documents as one file. */
export function filingRoutes(api: FastifyInstance, services: Services): void {
  const { database } = services
  const { summaries, view } = filingOperations
  api.get('/filing/summaries', { config: { operation: summaries } }, async (request) => {
    const caller = demand(request, envelope, 'READ')
    const ids = String((request.query as { ids?: string }).ids ?? '').split(',')
    const wanted = ids.filter(isUuid).slice(0, mostSummaries)
    return { filings: await withFirm(database, caller.firmId, (trx) => summariseFilings(trx, wanted, caller)) }
  })
  api.get('/filing/:id', { config: { operation: view } }, async (request) => {
    const { caller, id } = keyOf(request)
    return withFirm(database, caller.firmId, (trx) => loadFilingView(trx, { ...caller, id }))
  })
  resendRoute(api, services)
  combinedRoute(api, services)
  openedRoute(api, services)
}

const mostSummaries = 200

function keyOf(request: FastifyRequest): { caller: Caller; id: string } {
  const caller = demand(request, envelope, 'READ')
  return { caller, id: idOf(request) }
}

function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw new ApiError('not_found')
  return id
}

function resendRoute(api: FastifyInstance, services: Services): void {
  const { resend } = filingOperations
  api.post('/filing/:id/resend', { config: { operation: resend } }, async (request) => {
    const { caller, id } = keyOf(request)
    demand(request, delivery, 'FULL')
    const { firmId, user, userId } = caller
    const { to, again } = readResend(readObject(request))
    return withFirm(services.database, firmId, async (trx) => {
      await getRow(trx, envelope, { ...caller, id })
      const sent = await resendFiling(trx, services.jobs, {
        scope: caller,
        userName: user.fullName,
        envelopeId: id,
        to,
        again,
      })
      await recordEvent(trx, {
        firmId,
        level: 'AUDIT',
        type: 'object create',
        sentence: `${user.fullName} had a filing sent to ${sent.email}${again ? ' again' : ''}.`,
        userId,
        entity: delivery.name,
        entityId: sent.id,
      })
      return loadFilingView(trx, { ...caller, id })
    })
  })
}

function readResend({ delivery_id: deliveryId, timekeeper_id: timekeeperId, again }: AnyRow): {
  to: ResendTo
  again: boolean
} {
  if (again !== undefined && typeof again !== 'boolean')
    throw new ApiError('invalid_input', { problems: [{ field: 'again', code: 'not_boolean' }] })
  const isAgain = again === true
  if (typeof deliveryId === 'string' && isUuid(deliveryId)) return { to: { deliveryId }, again: isAgain }
  if (typeof timekeeperId === 'string' && isUuid(timekeeperId)) return { to: { timekeeperId }, again: isAgain }
  throw new ApiError('invalid_input', { problems: [{ field: 'timekeeper_id', code: 'required' }] })
}

function combinedRoute(api: FastifyInstance, services: Services): void {
  const { combined } = filingOperations
  api.get(
    '/filing/:id/combined',
    { config: { operation: combined } },
    async (request, reply): Promise<FastifyReply> => {
      const { caller, id } = keyOf(request)
      demand(request, courtDocument, 'READ')
      for (const name of ['file_id', 'title'])
        if (permittedField(courtDocument.subject, name, caller.role) === 'DENY') throw new ApiError('forbidden')
      const { heading, name, documents } = await withFirm(services.database, caller.firmId, (trx) =>
        readFiling(trx, caller, id),
      )
      const made = await combineDocuments(services.blobs, { heading, documents })
      if ('refused' in made) throw new ApiError('wrong_state', { sentence: made.refused })
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      return sendDownload(reply, { name, type: 'application/pdf', content: Buffer.from(made.bytes) })
    },
  )
}

async function readFiling(
  trx: Trx,
  caller: Caller,
  id: string,
): Promise<{ heading: string; name: string; documents: readonly PartDocument[] }> {
  const row = await getRow(trx, envelope, { ...caller, id })
  const { rows } = await sql<PartDocument>`
    select t.number, t.title, t.file_id as "fileId", t.size, t.sealed, t.sentence from documents t
    where t.firm_id = ${caller.firmId} and t.envelope_id = ${id}::uuid and ${isVisible(courtDocument, caller)}
    order by t.position limit 500`.execute(trx)
  // The name of a file tells no more of the filing than the page does.
  const filing = redact(envelope, row, caller.role) as Partial<Envelope>
  const parts = [filing.docketNumber, filing.caseName, filing.documentNumber, filing.event]
  const heading = parts.filter(Boolean).join(' ') || 'Filing'
  return { heading, name: safeFileName({ stem: heading, extension: '.pdf' }), documents: rows }
}

/** A reference that leads nowhere must not disturb whoever reads the document: there is nothing to note then. */
function openedRoute(api: FastifyInstance, { database }: Services): void {
  const { opened } = filingOperations
  api.post('/document/:id/opened', { config: { operation: opened } }, async (request, reply) => {
    const caller = demand(request, courtDocument, 'READ')
    const documentId = idOf(request)
    const { delivery_id: deliveryId } = readObject(request)
    const { firmId, user, userId } = caller
    await withFirm(database, firmId, async (trx) => {
      await refuseUnseen(trx, courtDocument, { ...caller, id: documentId })
      if (typeof deliveryId !== 'string' || !isUuid(deliveryId)) return
      const email = await noteOpened(trx, { firmId, deliveryId, documentId })
      if (email === undefined) return
      const sentence = `${user.fullName} opened a document by the link in the mail to ${email}.`
      const about = { entity: delivery.name, entityId: deliveryId }
      await recordEvent(trx, { firmId, level: 'INFO', type: 'other', sentence, userId, ...about })
    })
    return reply.code(204).send()
  })
}
