import { permittedField } from '@courtcrier/contract/access.ts'
import {
  countMessages as countMessagesCall,
  readDocument,
  readItem,
  readMessage,
  readRawMessage,
  rehearseItem,
} from '@courtcrier/contract/calls/inbox.ts'
import { countInbox as countInboxCall } from '@courtcrier/contract/calls/inbox-counts.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { foldFor } from '@courtcrier/contract/query.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { callerOf } from '../../auth/authenticate.ts'
import { withFirm, withFirmRead } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { refuseUnseen } from '../../records/read-row.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { demand } from '../resources.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'
import { inboxActionRoutes } from './inbox-actions.ts'
import { inboxBulkRoutes } from './inbox-bulk.ts'
import { countInbox } from './inbox-counts.ts'
import { countMessages } from './inbox-messages.ts'
import { inboxNeedsRoute } from './inbox-needs.ts'
import { newCaseRoute } from './inbox-new-case.ts'
import { inboxNoteRoutes } from './inbox-notes.ts'
import { rehearsalJson } from './inbox-rehearsal.ts'
import { loadInboxView } from './inbox-view.ts'
import { inMessageTurn } from './message-turns.ts'
import { readShown } from './read-shown.ts'
import { findStoredMessage, type MessageField } from './stored-message.ts'

/** The inbox's routes beyond those every resource has. */
export function inboxRoutes(api: FastifyInstance, services: Services): void {
  countRoute(api, services)
  inboxNeedsRoute(api, services)
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
  serveCall(api, countInboxCall, ({ query, request }) => {
    const caller = demand(request, inboxItem, 'READ')
    const fold = query.fold === undefined ? undefined : foldFor(inboxItem, caller.role)
    if (query.fold !== undefined && fold === undefined)
      throw new ApiError('invalid_input', { problems: [{ field: 'fold', code: 'unknown_field' }] })
    return withFirmRead(services.database, caller.firmId, (trx) => countInbox(trx, caller, fold))
  })
  serveCall(api, countMessagesCall, async ({ query, request }) => {
    const caller = demand(request, inboxItem, 'READ')
    const ids = (query.ids ?? '').split(',').filter(isUuid)
    return { filings: await withFirmRead(services.database, caller.firmId, (trx) => countMessages(trx, caller, ids)) }
  })
}

function viewRoutes(api: FastifyInstance, services: Services): void {
  serveCall(api, readItem, ({ params: { id }, request }) => {
    const caller = demand(request, inboxItem, 'READ')
    return withFirmRead(services.database, caller.firmId, (trx) => loadInboxView(trx, { ...caller, id }))
  })
}

/** Only reads, so anyone who may see the item may see what the current rules would do with it. */
function rehearsalRoute(api: FastifyInstance, services: Services): void {
  serveCall(api, rehearseItem, async ({ params: { id }, request }) => {
    const caller = demand(request, inboxItem, 'READ')
    await withFirm(services.database, caller.firmId, (trx) => refuseUnseen(trx, inboxItem, { ...caller, id }))
    return inMessageTurn(caller, () => rehearsalJson(services, { itemId: id, scope: caller }))
  })
}

function messageRoutes(api: FastifyInstance, services: Services): void {
  const find = ({ params: { id }, request }: CallInput<typeof readMessage>, field: MessageField) =>
    findStoredMessage(services, { caller: demand(request, inboxItem, 'READ'), id, field })
  serveCall(api, readRawMessage, async (asked) => {
    const { file } = await find(asked, 'raw_content')
    return asked.reply
      .type('message/rfc822')
      .header('content-disposition', 'attachment; filename="notice.eml"')
      .send(services.blobs.stream(file))
  })
  serveCall(api, readMessage, async (asked) => {
    const stored = await find(asked, 'html_content')
    return readShown(services, callerOf(asked.request), stored)
  })
}

/** The bytes of a document, for the viewer. They are untrusted: only a PDF viewer may open them. */
function documentRoute(api: FastifyInstance, services: Services): void {
  serveCall(api, readDocument, async ({ params: { id }, request, reply }) => {
    const caller = demand(request, courtDocument, 'READ')
    // What a field leads to is as restricted as the field.
    if (permittedField(courtDocument.subject, 'file_id', caller.role) === 'DENY') throw new ApiError('forbidden')
    const row = await withFirm(services.database, caller.firmId, async (trx) => {
      const { rows } = await sql<{ file: string | null; sentence: string | null }>`
        select file_id as file, sentence from documents t
        where t.firm_id = ${caller.firmId} and t.id = ${id}::uuid and ${isVisible('t', courtDocument, caller)}`.execute(
        trx,
      )
      return rows[0]
    })
    if (!row) throw new ApiError('not_found')
    if (!row.file)
      throw new ApiError('not_found', { sentence: row.sentence ?? "This document wasn't retrieved from the court." })
    return reply
      .type('application/pdf')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline; filename="document.pdf"')
      .send(services.blobs.stream(row.file))
  })
}
