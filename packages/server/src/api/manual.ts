import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { receiveMessage } from '../mail/receive.ts'
import { defaultMaxBytes } from '../mail/recipients.ts'
import { enterNotice } from '../manual/enter-notice.ts'
import { readEntry } from '../manual/entry.ts'
import { findCasesByNumber, findKnownFiling } from '../manual/find-by-number.ts'
import { inspectUpload } from '../manual/inspect-upload.ts'
import { addUpload, findUploads, removeUploads } from '../manual/upload-row.ts'
import { recordEvent } from './audit.ts'
import { limitedBody } from './limited-body.ts'
import { manualOperations } from './manual-operations.ts'
import { readObject } from './negotiation.ts'
import { demand } from './resources.ts'

/** Manual processing: files are put in, what is known of the filing is looked up, and it goes the way of every notice. */
export function manualRoutes(api: FastifyInstance, services: Services): void {
  uploadRoute(api, services)
  lookupRoute(api, services)
  const { message, enter } = manualOperations
  api.post('/manual/message', { config: { operation: message } }, async (request, reply) => {
    const answer = await takeMessage(services, demand(request, inboxItem, 'FULL'), readObject(request))
    return reply.code(201).send(answer)
  })
  api.post('/manual', { config: { operation: enter } }, async (request, reply) => {
    const caller = demand(request, inboxItem, 'FULL')
    const entry = readEntry(readObject(request))
    const { itemId, isNew } = await enterNotice(services, {
      caller,
      entry,
      note: (trx, id) => noteEntered(trx, { caller, id, what: `"${entry.event}" in ${entry.docketNumber}` }),
    })
    return reply.code(201).send({ item_id: itemId, is_new: isNew })
  })
}

function uploadRoute(api: FastifyInstance, services: Services): void {
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Whatever it calls itself: the bytes say what it is.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post('/manual/upload', { config: { operation: manualOperations.upload } }, async (request, reply) => {
      const caller = demand(request, inboxItem, 'FULL')
      return reply.code(201).send(await keepUpload(services, caller, request))
    })
  })
}

async function keepUpload(services: Services, caller: Caller, request: FastifyRequest): Promise<AnyRow> {
  const { database, blobs } = services
  const fileName = nameOf(request)
  if (!request.body) throw new ApiError('invalid_input', { sentence: 'The file is empty.' })
  const most = await withFirm(database, caller.firmId, (trx) => readLimit(trx, caller.firmId))
  const body = limitedBody(request.body as AsyncIterable<Uint8Array>, most)
  const { sha256: fileId, size } = await blobs.put(body)
  const inspected = await inspectUpload(await blobs.get(fileId))
  if ('refused' in inspected) throw new ApiError('invalid_input', { sentence: inspected.refused })
  const { kind, pages, facts, remark } = inspected
  return withFirm(database, caller.firmId, async (trx) => {
    const id = await addUpload(trx, caller, { fileId, fileName, kind, size, pages: pages ?? null })
    const said = Object.fromEntries(Object.entries(facts).map(([key, value]) => [snakeCase(key), value]))
    return { id, kind, file_name: fileName, size, pages: pages ?? null, remark, facts: said }
  })
}

function nameOf(request: FastifyRequest): string {
  const { file_name: name } = request.query as { file_name?: unknown }
  const text = typeof name === 'string' ? name : ''
  return (
    text
      .toWellFormed()
      .replace(/[\p{Cc}/\\]+/gu, ' ')
      .trim() || 'Document'
  ).slice(0, 500)
}

async function readLimit(trx: Trx, firmId: number): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    select max_message_size as most from firms where firm_id = ${firmId}`.execute(trx)
  return rows[0]?.most ?? defaultMaxBytes
}

/** Which case a docket number means, and whether the filing is here already. */
function lookupRoute(api: FastifyInstance, { database }: Services): void {
  api.get('/manual/lookup', { config: { operation: manualOperations.lookup } }, async (request) => {
    const caller = demand(request, inboxItem, 'FULL')
    const query = request.query as Readonly<Record<string, string | undefined>>
    const docketNumber = (query.docket_number ?? '').slice(0, 255).trim()
    if (docketNumber === '') return { cases: [], filing: null }
    const courtId = query.court_id?.slice(0, 64) || undefined
    const documentNumber = query.document_number?.slice(0, 60) || undefined
    const envelopeId = query.envelope_id && isUuid(query.envelope_id) ? query.envelope_id : undefined
    return withFirm(database, caller.firmId, async (trx) => {
      const seesCases = subjectAccess(courtCase.subject, caller.role) !== 'DENY'
      const seesFilings = subjectAccess(envelope.subject, caller.role) !== 'DENY'
      const cases = seesCases ? await findCasesByNumber(trx, { scope: caller, docketNumber, courtId }) : []
      const filing =
        courtId && seesFilings
          ? await findKnownFiling(trx, { scope: caller, courtId, docketNumber, documentNumber, envelopeId })
          : undefined
      return {
        cases: cases.slice(0, 50).map((found) => ({
          id: found.id,
          name: found.name,
          case_number: found.caseNumber,
          court_ids: found.courtIds,
        })),
        filing: filing
          ? {
              id: filing.id,
              event: filing.event,
              missing: filing.documents.filter(({ fileId }) => !fileId).length,
              documents: filing.documents.length,
            }
          : null,
      }
    })
  })
}

/** A message that somebody has is a message like every other, with the same checks of its sender. */
async function takeMessage(services: Services, caller: Caller, { upload_id: uploadId }: AnyRow): Promise<AnyRow> {
  const { firmId, user } = caller
  const ids = typeof uploadId === 'string' && isUuid(uploadId) ? [uploadId] : []
  const [upload] = await withFirm(services.database, firmId, (trx) => findUploads(trx, caller, ids))
  if (upload?.kind !== 'message')
    throw new ApiError('invalid_input', { problems: [{ field: 'upload_id', code: 'not_file' }] })
  const raw = await services.blobs.get(upload.fileId)
  const source = `${user.fullName}: ${upload.fileName}`
  const { itemId, isNew } = await receiveMessage(services, { firmId, raw, via: 'manual', source })
  await withFirm(services.database, firmId, async (trx) => {
    if (isNew) await noteEntered(trx, { caller, id: itemId, what: `the message ${upload.fileName}` })
    await removeUploads(trx, caller, [upload.id])
  })
  return { item_id: itemId, is_new: isNew }
}

async function noteEntered(trx: Trx, { caller, id, what }: { caller: Caller; id: string; what: string }) {
  await recordEvent(trx, {
    firmId: caller.firmId,
    level: 'AUDIT',
    type: 'object create',
    sentence: `${caller.user.fullName} entered ${what} by hand.`,
    userId: caller.userId,
    entity: inboxItem.name,
    entityId: id,
  })
}
