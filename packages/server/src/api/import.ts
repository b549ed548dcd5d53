import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { QueryParameters } from '@courtcrier/contract/query.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Importer } from '../auth/import-token.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { dictionaryOf } from '../firm/dictionary.ts'
import { csvLine } from '../import/cells.ts'
import { headerOf, writableKeys } from '../import/columns.ts'
import { fileSentences } from '../import/import-file-error.ts'
import type { ImportResult } from '../import/import-result.ts'
import { addImportRun, findImportRun, type ImportRunRow } from '../import/import-run-row.ts'
import { importable } from '../import/importable.ts'
import { inspectFile } from '../import/inspect-file.ts'
import { runImport } from '../import/run-import.ts'
import { sendDownload } from './download.ts'
import { importOperations } from './import-operations.ts'
import { readImportQuery } from './import-options.ts'
import { importRunRoutes } from './import-runs.ts'
import { demand } from './resources.ts'
import { fileRefusal, startImport } from './start-import.ts'
import { recordTransfer } from './transfer-events.ts'

type ImportServices = Pick<Services, 'database' | 'secrets' | 'blobs' | 'config' | 'jobs'>

/** Import of every resource that can be written, its template, and what was wrong with the rows of an import. */
export function importRoutes(api: FastifyInstance, services: ImportServices): void {
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(['text/csv', 'text/plain'], (_request, payload, done) => done(null, payload))
    for (const resource of importable) {
      const config = { auth: 'import' as const, operation: importOperations(resource).run }
      scope.post(`/${resource.name}/import`, { config }, (request, reply) =>
        /\brespond-async\b/.test(String(request.headers.prefer))
          ? answerLater(services, resource, { request, reply })
          : answerImport(services, resource, request),
      )
      const upload = { operation: importOperations(resource).upload }
      scope.post(`/${resource.name}/import/upload`, { config: upload }, async (request, reply) => {
        const run = await keepFile(services, resource, request)
        return reply.code(201).send({ id: run.id })
      })
    }
  })
  for (const resource of importable) {
    const { template } = importOperations(resource)
    api.get(`/${resource.name}/import/template`, { config: { operation: template } }, async (request, reply) => {
      const { role, firmId } = demand(request, resource, 'FULL')
      const words = await withFirm(services.database, firmId, (trx) => dictionaryOf(trx, firmId))
      const header = csvLine(writableKeys(resource, role).map((key) => headerOf(resource, key, words)))
      return sendDownload(reply, { name: `${resource.name}.csv`, type: 'text/csv', content: `\ufeff${header}` })
    })
  }
  importRunRoutes(api, services)
}

async function answerImport(services: ImportServices, resource: Resource, request: FastifyRequest): Promise<AnyRow> {
  const importer = demandImporter(request, resource)
  const options = readImportQuery(request.query as QueryParameters)
  const blob = await keepBody(services, request)
  const file = { name: options.fileName, open: () => services.blobs.stream(blob) }
  try {
    return resultJson(await runImport(services, file, { resource, ...importer, ...options }))
  } catch (cause) {
    throw fileRefusal(cause)
  }
}

/** RFC 7240, section 4.1: the import begins, and its state is asked for. */
async function answerLater(
  services: ImportServices,
  resource: Resource,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const importer = demandImporter(request, resource)
  const options = readImportQuery(request.query as QueryParameters)
  const run = await keepFile(services, resource, request)
  await withFirm(services.database, importer.firmId, (trx) =>
    startImport(services.jobs, trx, { importer, run, options }),
  )
  return reply.code(202).header('preference-applied', 'respond-async').send({ id: run.id })
}

/** Keeps a file for an import that is begun by its id. */
async function keepFile(services: ImportServices, resource: Resource, request: FastifyRequest): Promise<ImportRunRow> {
  const { firmId, userId } = demandImporter(request, resource)
  const { fileName } = readImportQuery(request.query as QueryParameters)
  const file = await keepBody(services, request)
  const inspected = await inspectFile({ name: fileName, open: () => services.blobs.stream(file) }).catch(
    (cause: unknown) => {
      throw fileRefusal(cause)
    },
  )
  return withFirm(services.database, firmId, async (trx) => {
    const id = await addImportRun(trx, { firmId, userId, entity: resource.name, fileName, file, inspected })
    const run = await findImportRun(trx, { firmId, id })
    if (!run) throw new Error(`the import ${id} is gone`)
    await recordTransfer(trx, { firmId, userId, entity: resource.name, fileName, action: 'import_uploaded' })
    return run
  })
}

/** Whoever may import: somebody whose role may change the records, or a program with the firm's token. */
function demandImporter(request: FastifyRequest, resource: Resource): Importer {
  if (!request.importer) {
    const { firmId, role, userId, timekeeperId } = demand(request, resource, 'FULL')
    return { firmId, role, userId, timekeeperId }
  }
  if (subjectAccess(resource.subject, request.importer.role) !== 'FULL') throw new ApiError('forbidden')
  return request.importer
}

/** The file, kept before the import begins: a transaction must not wait for what is still coming in. */
async function keepBody({ blobs, config }: ImportServices, request: FastifyRequest): Promise<string> {
  if (request.body === undefined || request.body === null) {
    const isSent = request.headers['content-type'] !== undefined
    const sentence = isSent ? fileSentences.empty : fileSentences.required
    throw new ApiError('invalid_input', { sentence })
  }
  const { sha256 } = await blobs.put(limited(request.body as AsyncIterable<Uint8Array>, config.importBytes))
  return sha256
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

function resultJson({ id, mode, status, counts, errors, reason, rejectedFile, undoId }: ImportResult): AnyRow {
  const undo = undoId === undefined ? {} : { undo_id: undoId }
  return { id, mode, status, reason: reason ?? null, counts, errors, has_rejected: rejectedFile !== undefined, ...undo }
}
