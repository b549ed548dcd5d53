import { Readable } from 'node:stream'
import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import { importRows, readImportTemplate, uploadImport } from '@courtcrier/contract/calls/imports.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { importTypes } from '@courtcrier/contract/import-types.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import { dictionaryOf } from '../../records/dictionary.ts'
import { csvLine } from '../../records/transfer/cells.ts'
import { headerOf, writableKeys } from '../../records/transfer/columns.ts'
import { fileSentences } from '../../records/transfer/import-file-error.ts'
import type { ImportResult } from '../../records/transfer/import-result.ts'
import { addImportRun, findImportRun, type ImportRunRow } from '../../records/transfer/import-run-row.ts'
import type { Importer } from '../../records/transfer/import-token.ts'
import { importable } from '../../records/transfer/importable.ts'
import { inspectFile } from '../../records/transfer/inspect-file.ts'
import { isWorkbook } from '../../records/transfer/read-sheet.ts'
import { runImport } from '../../records/transfer/run-import.ts'
import { demand } from '../resources.ts'
import { sendDownload } from '../server/download.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'
import { fileNameOf, readImportQuery } from './import-options.ts'
import { importRunRoutes } from './import-runs.ts'
import { readWorkbook } from './read-workbook.ts'
import { fileRefusal, startImport } from './start-import.ts'
import { recordTransfer } from './transfer-events.ts'

type ImportServices = Pick<Services, 'database' | 'secrets' | 'blobs' | 'config' | 'jobs'>

/** Imports every resource that can be written, and serves the template and the errors of an import's rows. */
export function importRoutes(api: FastifyInstance, services: ImportServices): void {
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...importTypes], (_request, payload, done) => done(null, payload))
    for (const resource of importable) {
      const begin = importRows(resource)
      serveCall(
        scope,
        begin,
        (asked) =>
          prefersLater(asked.request)
            ? answerLater(services, resource, asked)
            : answerImport(services, resource, asked),
        { auth: 'import' },
      )
      serveCall(scope, uploadImport(resource), async ({ request, query }) => {
        const run = await keepFile(services, resource, { request, fileName: fileNameOf(query, request.headers) })
        return { id: run.id }
      })
    }
  })
  for (const resource of importable) {
    serveCall(api, readImportTemplate(resource), async ({ request, reply }) => {
      const { role, firmId } = demand(request, resource, 'FULL')
      const words = await withFirm(services.database, firmId, (trx) => dictionaryOf(trx, firmId))
      const header = csvLine(writableKeys(resource, role).map((key) => headerOf(resource, key, words)))
      return sendDownload(reply, { name: `${resource.name}.csv`, type: 'text/csv', content: `\ufeff${header}` })
    })
  }
  importRunRoutes(api, services)
}

/** A preference may be ignored (RFC 7240); in the background, an import would go on with all rights of a key's owner. */
function prefersLater({ headers, caller }: FastifyRequest): boolean {
  return /\brespond-async\b/.test(String(headers.prefer)) && !caller?.key
}

type AskedImport = CallInput<ReturnType<typeof importRows>>
type ImportAnswer = AnswerOf<ReturnType<typeof importRows>>

async function answerImport(
  services: ImportServices,
  resource: Resource,
  { request, query }: AskedImport,
): Promise<ImportAnswer> {
  const importer = demandImporter(request, resource)
  const name = fileNameOf(query, request.headers)
  const options = readImportQuery(query)
  const body = await bodyOf(services, request, name)
  try {
    const result = await services.blobs.setAside(body, (_read, open) =>
      runImport(services, { name, open }, { resource, ...importer, ...options }),
    )
    return resultJson(result)
  } catch (cause) {
    throw fileRefusal(cause)
  }
}

/** RFC 7240, section 4.1: the import starts, and its state can be polled. */
async function answerLater(
  services: ImportServices,
  resource: Resource,
  { request, reply, query }: AskedImport,
): Promise<ImportAnswer> {
  const importer = demandImporter(request, resource)
  const options = readImportQuery(query)
  const run = await keepFile(services, resource, { request, fileName: fileNameOf(query, request.headers) })
  await withFirmWrite(services.database, importer.firmId, (trx) =>
    startImport(services.jobs, trx, { importer, run, options }),
  )
  reply.code(202).header('preference-applied', 'respond-async')
  return { id: run.id }
}

/** Saves a file for an import that is started later by its ID. */
async function keepFile(
  services: ImportServices,
  resource: Resource,
  { request, fileName }: { request: FastifyRequest; fileName: string },
): Promise<ImportRunRow> {
  const { firmId, userId } = demandImporter(request, resource)
  const body = await bodyOf(services, request, fileName)
  const kept = await services.blobs
    .putChecked(body, (open) => inspectFile({ name: fileName, open }))
    .catch((cause: unknown) => {
      throw fileRefusal(cause)
    })
  const { sha256: file, found: inspected } = kept
  return withFirmWrite(services.database, firmId, async (trx) => {
    const id = await addImportRun(trx, { firmId, userId, entity: resource.name, fileName, file, inspected })
    const run = await findImportRun(trx, { firmId, id })
    if (!run) throw new Error(`the import ${id} is gone`)
    await recordTransfer(trx, { firmId, userId, entity: resource.name, fileName, action: 'import_uploaded' })
    return run
  })
}

/**
 * Returns who imports: someone whose role may change the records, or a program with the firm's token. Throws
 * `forbidden`.
 */
function demandImporter(request: FastifyRequest, resource: Resource): Importer {
  if (!request.importer) {
    const { firmId, role, userId, timekeeperId, key } = demand(request, resource, 'FULL')
    return { firmId, role, userId, timekeeperId, key }
  }
  if (subjectAccess(resource.subject, request.importer.role) !== 'FULL') throw new ApiError('forbidden')
  return request.importer
}

/**
 * Returns the file's bytes, which are on the disk before the import starts, since a transaction must not wait for an
 * upload. Of a workbook, its first sheet is read as CSV, and everything after that is the same.
 */
async function bodyOf(
  { blobs, config }: ImportServices,
  request: FastifyRequest,
  name: string,
): Promise<AsyncIterable<Uint8Array>> {
  if (request.body === undefined || request.body === null) {
    const isSent = request.headers['content-type'] !== undefined
    const sentence = isSent ? fileSentences.empty : fileSentences.required
    throw new ApiError('invalid_input', { sentence })
  }
  const isSheet = isWorkbook(name)
  const most = isSheet ? Math.min(config.importBytes, mostWorkbook) : config.importBytes
  const body = limited(request.body as AsyncIterable<Uint8Array>, most)
  return isSheet ? Readable.from([await readWorkbook({ blobs, body, share: shareOf(request) })]) : body
}

/** In bytes: its reader has all of it in memory. */
const mostWorkbook = 100_000_000

/** Firms take turns, and so do those who import at one. */
function shareOf({ importer, caller }: FastifyRequest): readonly string[] {
  const by = importer ?? caller
  return [`${by?.firmId}`, by?.userId ?? 'program']
}

async function* limited(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most)
      throw new ApiError('too_large', { sentence: `A file may have at most ${Math.floor(most / 1_000_000)} MB.` })
    yield chunk
  }
}

function resultJson({ id, mode, status, counts, errors, reason, rejectedFile, undoId }: ImportResult): ImportAnswer {
  const undo = undoId === undefined ? {} : { undo_id: undoId }
  return { id, mode, status, reason: reason ?? null, counts, errors, has_rejected: rejectedFile !== undefined, ...undo }
}
