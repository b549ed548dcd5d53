import { randomUUID } from 'node:crypto'
import { permittedField, type Role } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { messageReader } from '../courts/read-on-thread.ts'
import { refuseUnseen } from '../resources/store.ts'
import { isVisible } from '../resources/visible-rows.ts'
import { inboxActionRoutes } from './inbox-actions.ts'
import { inboxBulkRoutes } from './inbox-bulk.ts'
import { countInbox } from './inbox-counts.ts'
import { itemIdOf } from './inbox-item-id.ts'
import { newCaseRoute } from './inbox-new-case.ts'
import { inboxNoteRoutes } from './inbox-notes.ts'
import { rehearsalJson } from './inbox-rehearsal.ts'
import { loadInboxView } from './inbox-view.ts'
import { demand } from './resources.ts'

/** What the inbox does beyond the routes of every resource. */
export function inboxRoutes(api: FastifyInstance, services: Services): void {
  countRoute(api, services)
  viewRoutes(api, services)
  rehearsalRoute(api, services)
  messageRoutes(api, services)
  documentRoute(api, services)
  inboxActionRoutes(api, services)
  inboxBulkRoutes(api, services)
  inboxNoteRoutes(api, services)
  newCaseRoute(api, services)
}

function countRoute(api: FastifyInstance, services: Services): void {
  api.get('/inbox/counts', async (request) => {
    const caller = demand(request, inboxItem, 'READ')
    return withFirm(services.database, caller.firmId, (trx) => countInbox(trx, caller))
  })
}

function viewRoutes(api: FastifyInstance, services: Services): void {
  api.get('/inbox/:id', async (request) => {
    const caller = demand(request, inboxItem, 'READ')
    const id = itemIdOf(request)
    return withFirm(services.database, caller.firmId, (trx) => loadInboxView(trx, { ...caller, id }))
  })
}

/** Reading only: whoever may see the item may see what today's rules would make of it. */
function rehearsalRoute(api: FastifyInstance, services: Services): void {
  api.get('/inbox/:id/rehearsal', async (request) => {
    const caller = demand(request, inboxItem, 'READ')
    const id = itemIdOf(request)
    await withFirm(services.database, caller.firmId, (trx) => refuseUnseen(trx, inboxItem, { ...caller, id }))
    return rehearsalJson(services, { itemId: id, scope: caller })
  })
}

function messageRoutes(api: FastifyInstance, services: Services): void {
  const getRaw = async (request: FastifyRequest, field: 'raw_content' | 'html_content') => {
    const caller = demand(request, inboxItem, 'READ')
    refuseField(inboxItem, field, caller.role)
    const id = itemIdOf(request)
    const row = await withFirm(services.database, caller.firmId, async (trx) => {
      const { rows } = await sql<StoredMessage>`
        select raw_content as file, p.outcomes #>> '{authenticate,result,originalIds,0}' as "originalId"
        from inbox_items t left join item_progress p on p.firm_id = t.firm_id and p.id = t.id
        where t.firm_id = ${caller.firmId} and t.id = ${id}::uuid and ${isVisible(inboxItem, caller)}`.execute(trx)
      return rows[0]
    })
    if (!row) throw new ApiError('not_found')
    return { raw: await services.blobs.get(row.file), originalId: row.originalId }
  }
  api.get('/inbox/:id/raw', async (request, reply) => {
    const { raw } = await getRaw(request, 'raw_content')
    return reply
      .type('message/rfc822')
      .header('content-disposition', 'attachment; filename="notice.eml"')
      .send(Buffer.from(raw))
  })
  api.get('/inbox/:id/message', async (request) => messageJson(await getRaw(request, 'html_content')))
}

interface StoredMessage {
  file: string
  /** The attached message that was read in place of this one. */
  originalId: string | null
}

/** The head of the message with the body that was read: of a forward whose original a court signed, the original's. */
async function messageJson({ raw, originalId }: { raw: Uint8Array; originalId: string | null }) {
  const received = { raw, key: randomUUID() }
  const decoded = await messageReader.decode(received)
  if ('problem' in decoded) {
    return {
      from: null,
      to: null,
      subject: null,
      date: null,
      html: null,
      text: Buffer.from(raw).toString('utf8', 0, 200_000),
      attachments: [],
      problem: decoded.problem,
    }
  }
  const { message } = decoded
  const original = originalId ? await messageReader.decode({ ...received, originalId }) : decoded
  const { html, text } = 'message' in original ? original.message : message
  return {
    from: message.from ?? null,
    to: message.to,
    subject: message.subject,
    date: message.date ?? null,
    html: html ?? null,
    text: text ?? null,
    attachments: message.attachments.map(({ fileName, mediaType, content }) => ({
      file_name: fileName ?? null,
      media_type: mediaType,
      size: content.byteLength,
    })),
  }
}

/** The bytes of a document, for the viewer. They are untrusted: nothing but a PDF viewer may open them. */
function documentRoute(api: FastifyInstance, services: Services): void {
  api.get('/document/:id/content', async (request, reply) => {
    const caller = demand(request, courtDocument, 'READ')
    refuseField(courtDocument, 'file_id', caller.role)
    const id = itemIdOf(request)
    const row = await withFirm(services.database, caller.firmId, async (trx) => {
      const { rows } = await sql<{ file: string | null; sentence: string | null }>`
        select file_id as file, sentence from documents t
        where t.firm_id = ${caller.firmId} and t.id = ${id}::uuid and ${isVisible(courtDocument, caller)}`.execute(trx)
      return rows[0]
    })
    if (!row) throw new ApiError('not_found')
    if (!row.file)
      throw new ApiError('not_found', { sentence: row.sentence ?? 'This document was not had from the court.' })
    return reply
      .type('application/pdf')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline; filename="document.pdf"')
      .send(services.blobs.stream(row.file))
  })
}

/** What a field leads to is as closed as the field. */
function refuseField(resource: Resource, name: string, role: Role): void {
  if (permittedField(resource.subject, name, role) === 'DENY') throw new ApiError('forbidden')
}
