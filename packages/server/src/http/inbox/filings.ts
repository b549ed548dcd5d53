import { once } from 'node:events'
import { Readable } from 'node:stream'
import { permittedField } from '@courtcrier/contract/access.ts'
import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import {
  combineFiling,
  noteOpened as noteOpenedCall,
  readFiling as readFilingCall,
  resendFiling as resendFilingCall,
  summarizeFilings as summarizeFilingsCall,
} from '@courtcrier/contract/calls/filings.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { redact } from '@courtcrier/contract/resource.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { type Envelope, envelope } from '@courtcrier/contract/resources/envelope.ts'
import { isUuid, readUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm, withFirmRead } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { safeFileName } from '../../outbox/copies/safe-path.ts'
import { combineDocuments, type PartDocument } from '../../outbox/deliveries/combined-pdf.ts'
import { noteOpened } from '../../outbox/deliveries/note-opened.ts'
import { type ResendTo, resendFiling } from '../../outbox/deliveries/resend.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { getRow, refuseUnseen } from '../../records/read-row.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { demand } from '../resources.ts'
import { sendDownload } from '../server/download.ts'
import { serveCall } from '../server/serve-call.ts'
import { loadFilingView, summarizeFilings } from './filing-view.ts'

/** Filings and their recipients: reading a whole filing, sending it again, its documents as one file. */
export function filingRoutes(api: FastifyInstance, services: Services): void {
  const { database } = services
  serveCall(api, summarizeFilingsCall, async ({ query, request }) => {
    const caller = demand(request, envelope, 'READ')
    const wanted = (query.ids ?? '').split(',').filter(isUuid)
    return { filings: await withFirmRead(database, caller.firmId, (trx) => summarizeFilings(trx, wanted, caller)) }
  })
  serveCall(api, readFilingCall, ({ params, request }) => {
    const caller = demand(request, envelope, 'READ')
    return withFirmRead(database, caller.firmId, (trx) => loadFilingView(trx, { ...caller, id: params.id }))
  })
  resendRoute(api, services)
  combinedRoute(api, services)
  openedRoute(api, services)
}

function resendRoute(api: FastifyInstance, services: Services): void {
  serveCall(api, resendFilingCall, ({ params: { id }, body, request }) => {
    const caller = demand(request, envelope, 'READ')
    demand(request, delivery, 'FULL')
    const { firmId, user, userId } = caller
    const { to, again } = resendTo(body)
    return withFirmWrite(services.database, firmId, async (trx) => {
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
        sentence: `${user.fullName} sent a filing to ${sent.email}${again ? ' again' : ''}.`,
        userId,
        entity: delivery.name,
        entityId: sent.id,
      })
      return loadFilingView(trx, { ...caller, id })
    })
  })
}

function resendTo({
  delivery_id: deliveryId,
  timekeeper_id: timekeeperId,
  again = false,
}: BodyOf<typeof resendFilingCall>): {
  to: ResendTo
  again: boolean
} {
  const [delivered, timekeeper] = [readUuid(deliveryId), readUuid(timekeeperId)]
  if (delivered !== undefined) return { to: { deliveryId: delivered }, again }
  if (timekeeper !== undefined) return { to: { timekeeperId: timekeeper }, again }
  throw new ApiError('invalid_input', { problems: [{ field: 'timekeeper_id', code: 'required' }] })
}

function combinedRoute(api: FastifyInstance, services: Services): void {
  serveCall(api, combineFiling, async ({ params: { id }, request, reply }) => {
    const caller = demand(request, envelope, 'READ')
    demand(request, courtDocument, 'READ')
    for (const name of ['file_id', 'title'])
      if (permittedField(courtDocument.subject, name, caller.role) === 'DENY') throw new ApiError('forbidden')
    const { heading, name, documents } = await withFirm(services.database, caller.firmId, (trx) =>
      readFiling(trx, caller, id),
    )
    const made = await combineDocuments(services.blobs, { heading, documents, share: caller })
    if ('refused' in made) throw new ApiError('wrong_state', { sentence: made.refused })
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    return sendDownload(reply, { name, type: 'application/pdf', content: await fromDisk(services, made.bytes) })
  })
}

/** Streams bytes from the disk, so that a client that reads slowly holds no memory. */
function fromDisk({ blobs }: Services, bytes: Uint8Array): Promise<Readable> {
  return blobs.setAside(Readable.from([bytes]), async (_read, open) => {
    const content = open()
    // The file is removed now, and its space is freed once the stream closes it.
    await once(content, 'open')
    return content
  })
}

async function readFiling(
  trx: Trx,
  caller: Caller,
  id: string,
): Promise<{ heading: string; name: string; documents: readonly PartDocument[] }> {
  const row = await getRow(trx, envelope, { ...caller, id })
  const { rows } = await sql<PartDocument>`
    select t.number, t.title, t.file_id as "fileId", t.size, t.sealed, t.sentence from documents t
    where t.firm_id = ${caller.firmId} and t.envelope_id = ${id}::uuid and ${isVisible('t', courtDocument, caller)}
    order by t.position limit 500`.execute(trx)
  // The file's name reveals no more of the filing than the page does.
  const filing = redact(envelope, row, caller.role) as Partial<Envelope>
  const parts = [filing.docketNumber, filing.caseName, filing.documentNumber, filing.event]
  const heading = parts.filter(Boolean).join(' ') || 'Filing'
  return { heading, name: safeFileName({ stem: heading, extension: '.pdf' }), documents: rows }
}

/** An invalid reference must not disturb the reader of the document, so nothing is recorded then. */
function openedRoute(api: FastifyInstance, { database }: Services): void {
  serveCall(api, noteOpenedCall, async ({ params: { id: documentId }, body, request }) => {
    const caller = demand(request, courtDocument, 'READ')
    const deliveryId = readUuid(body.delivery_id)
    const { firmId, user, userId } = caller
    await withFirmWrite(database, firmId, async (trx) => {
      await refuseUnseen(trx, courtDocument, { ...caller, id: documentId })
      if (deliveryId === undefined) return
      const email = await noteOpened(trx, { firmId, deliveryId, documentId })
      if (email === undefined) return
      const sentence = `${user.fullName} opened a document from the link in the email to ${email}.`
      const about = { entity: delivery.name, entityId: deliveryId }
      await recordEvent(trx, { firmId, level: 'INFO', type: 'other', sentence, userId, ...about })
    })
  })
}
