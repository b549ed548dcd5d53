import { buffer } from 'node:stream/consumers'
import {
  enterFiling,
  lookUpFiling,
  type ReceivedFiling,
  receiveUpload,
  type UploadAnswer,
  uploadFiling,
} from '@courtcrier/contract/calls/manual.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { isUuid, readUuids } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { defaultMaxBytes } from '../../mail/recipients.ts'
import { enterNotice } from '../../notices/manual/enter-notice.ts'
import { readEntry } from '../../notices/manual/entry.ts'
import { describeKnownFiling, findCasesByNumber } from '../../notices/manual/find-by-number.ts'
import { inspectUpload } from '../../notices/manual/inspect-upload.ts'
import { addUpload, findUploads, removeUploads } from '../../notices/manual/upload-row.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { demand } from '../resources.ts'
import { limitedBody } from '../server/limited-body.ts'
import { serveCall } from '../server/serve-call.ts'
import { inMessageTurn } from './message-turns.ts'

/**
 * Manual processing: files are uploaded, what is known of the filing is looked up, and it is processed like any notice.
 */
export function manualRoutes(api: FastifyInstance, services: Services): void {
  uploadRoute(api, services)
  lookupRoute(api, services)
  serveCall(api, receiveUpload, ({ request, body }) =>
    takeMessage(services, demand(request, inboxItem, 'FULL'), body.uploadId),
  )
  serveCall(api, enterFiling, ({ request, body }) => {
    const caller = demand(request, inboxItem, 'FULL')
    const entry = readEntry(body)
    return enterNotice(services, {
      caller,
      entry,
      note: (trx, id) => noteEntered(trx, { caller, id, what: `"${entry.event}" in ${entry.docketNumber}` }),
    })
  })
}

function uploadRoute(api: FastifyInstance, services: Services): void {
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Regardless of the declared type, the bytes determine what it is.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    serveCall(scope, uploadFiling, ({ request, query }) =>
      keepUpload(services, demand(request, inboxItem, 'FULL'), { request, fileName: nameOf(query.fileName) }),
    )
  })
}

async function keepUpload(
  services: Services,
  caller: Caller,
  { request, fileName }: { request: FastifyRequest; fileName: string },
): Promise<UploadAnswer> {
  const { database, blobs } = services
  if (!request.body) throw new ApiError('invalid_input', { sentence: 'The file is empty.' })
  const most = await withFirm(database, caller.firmId, (trx) => readLimit(trx, caller.firmId))
  const body = limitedBody(request.body as AsyncIterable<Uint8Array>, most)
  const {
    sha256: fileId,
    size,
    found,
  } = await blobs.putChecked(body, async (open) => {
    // Until then it is on the disk.
    const inspected = await inMessageTurn(caller, async () => inspectUpload(await buffer(open())))
    if ('refused' in inspected) throw new ApiError('invalid_input', { sentence: inspected.refused })
    return inspected
  })
  const { kind, pages, facts, remark } = found
  return withFirmWrite(database, caller.firmId, async (trx) => {
    const id = await addUpload(trx, caller, { fileId, fileName, kind, size, pages: pages ?? null, facts })
    return { id, kind, fileName, size, pages: pages ?? null, remark, facts }
  })
}

function nameOf(name: unknown): string {
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

/** Finds the case a docket number refers to, and whether the filing exists already. */
function lookupRoute(api: FastifyInstance, { database }: Services): void {
  serveCall(api, lookUpFiling, async ({ request, query }) => {
    const caller = demand(request, inboxItem, 'FULL')
    const docketNumber = query.docketNumber.slice(0, 255).trim()
    if (docketNumber === '') return { cases: [], filing: null }
    const courtId = query.courtId?.slice(0, 64) || undefined
    const documentNumber = query.documentNumber?.slice(0, 60) || undefined
    const envelopeId = query.envelopeId && isUuid(query.envelopeId) ? query.envelopeId : undefined
    return withFirm(database, caller.firmId, async (trx) => {
      const cases = await findCasesByNumber(trx, { scope: caller, docketNumber, courtId })
      const filing = courtId
        ? await describeKnownFiling(trx, { scope: caller, courtId, docketNumber, documentNumber, envelopeId })
        : null
      return { cases: cases.slice(0, 50), filing }
    })
  })
}

/** An uploaded message is treated like any other, with the same sender checks. */
async function takeMessage(services: Services, caller: Caller, uploadId: unknown): Promise<ReceivedFiling> {
  const { firmId, user } = caller
  const ids = readUuids([uploadId])
  const [upload] = await withFirm(services.database, firmId, (trx) => findUploads(trx, caller, ids))
  if (upload?.kind !== 'message')
    throw new ApiError('invalid_input', { problems: [{ field: 'upload_id', code: 'not_file' }] })
  const raw = await services.blobs.get(upload.fileId)
  const source = `${user.fullName}: ${upload.fileName}`
  const { itemId, isNew } = await receiveMessage(services, { firmId, raw, via: 'manual', source })
  await withFirmWrite(services.database, firmId, async (trx) => {
    if (isNew) await noteEntered(trx, { caller, id: itemId, what: `the message ${upload.fileName}` })
    await removeUploads(trx, caller, [upload.id])
  })
  return { itemId, isNew }
}

async function noteEntered(trx: Trx, { caller, id, what }: { caller: Caller; id: string; what: string }) {
  await recordEvent(trx, {
    firmId: caller.firmId,
    level: 'AUDIT',
    type: 'object create',
    sentence: `${caller.user.fullName} entered ${what} manually.`,
    userId: caller.userId,
    entity: inboxItem.name,
    entityId: id,
  })
}
