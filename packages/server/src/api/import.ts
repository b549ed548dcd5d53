import { everyone, subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import type { QueryParameters } from '@courtcrier/contract/query.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { importRun } from '@courtcrier/contract/resources/import-run.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Importer } from '../auth/import-token.ts'
import { withFirm } from '../db/firm-transaction.ts'
import { csvLine } from '../import/cells.ts'
import { headerOf, type Mapping, writableKeys } from '../import/columns.ts'
import { fileSentences, ImportFileError } from '../import/import-file-error.ts'
import { type ImportResult, importModes } from '../import/import-result.ts'
import { type Findings, findFindings } from '../import/keep-result.ts'
import { runImport } from '../import/run-import.ts'
import { getRow } from '../resources/store.ts'
import type { Services } from '../services.ts'
import { sendDownload } from './download.ts'
import { importOperations, resultOperations } from './import-operations.ts'
import { demand } from './resources.ts'

type ImportServices = Pick<Services, 'database' | 'secrets' | 'blobs' | 'config'>

/** Import of every resource that can be written, its template, and what was wrong with the rows of an import. */
export function importRoutes(api: FastifyInstance, services: ImportServices): void {
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(['text/csv', 'text/plain'], (_request, payload, done) => done(null, payload))
    for (const resource of importedResources()) {
      const config = { auth: 'import' as const, operation: importOperations(resource).run }
      scope.post(`/${resource.name}/import`, { config }, (request) => answerImport(services, resource, request))
    }
  })
  for (const resource of importedResources()) {
    const { template } = importOperations(resource)
    api.get(`/${resource.name}/import/template`, { config: { operation: template } }, (request, reply) => {
      const { role } = demand(request, resource, 'FULL')
      const header = csvLine(writableKeys(resource, role).map((key) => headerOf(resource, key)))
      return sendDownload(reply, { name: `${resource.name}.csv`, type: 'text/csv', content: `\ufeff${header}` })
    })
  }
  resultRoutes(api, services)
}

/** Resources that a person may fill; what is each person's own comes in no file. */
function importedResources(): Resource[] {
  return resources.filter(
    (resource) => !resource.isReadOnly && !resource.isSingleton && !resource.isVirtual && resource.subject !== everyone,
  )
}

async function answerImport(services: ImportServices, resource: Resource, request: FastifyRequest): Promise<AnyRow> {
  const importer = demandImporter(request, resource)
  const options = readOptions(request.query as QueryParameters)
  const blob = await keepBody(services, request)
  const file = { name: options.fileName, open: () => services.blobs.stream(blob) }
  try {
    return resultJson(await runImport(services, file, { resource, ...importer, ...options }))
  } catch (cause) {
    if (!(cause instanceof ImportFileError)) throw cause
    throw new ApiError('invalid_input', { sentence: cause.message, problems: cause.problems, cause })
  }
}

/** Whoever may import: somebody whose role may change the records, or a program with the firm's token. */
function demandImporter(request: FastifyRequest, resource: Resource): Importer {
  if (!request.importer) {
    const { firmId, role, userId } = demand(request, resource, 'FULL')
    return { firmId, role, userId }
  }
  if (subjectAccess(resource.subject, request.importer.role) !== 'FULL') throw new ApiError('forbidden')
  return request.importer
}

function readOptions({ mode = 'dry_run', delete_missing = 'false', mapping, file_name }: QueryParameters) {
  const known = importModes.find((name) => name === mode)
  if (!known)
    throw new ApiError('invalid_input', { problems: [{ field: 'mode', code: `not_choice:${importModes.join(', ')}` }] })
  if (!['true', 'false'].includes(delete_missing))
    throw new ApiError('invalid_input', { problems: [{ field: 'delete_missing', code: 'not_boolean' }] })
  const fileName = file_name?.trim() || 'import.csv'
  return { mode: known, deletesMissing: delete_missing === 'true', mapping: readMapping(mapping), fileName }
}

function readMapping(text: string | undefined): Mapping {
  if (text === undefined) return {}
  const parsed = parseJson(text)
  const isMapping =
    typeof parsed === 'object' &&
    parsed !== null &&
    Object.values(parsed).every((name) => name === null || typeof name === 'string')
  if (!isMapping) throw new ApiError('invalid_input', { problems: [{ field: 'mapping', code: 'not_map' }] })
  return parsed as Mapping
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller is told which parameter is wrong.
    return undefined
  }
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

/** The errors of an import and its refused rows, for those who may see every field that the file had. */
function resultRoutes(api: FastifyInstance, services: ImportServices): void {
  api.get('/import_run/:id/errors', { config: { operation: resultOperations.errors } }, async (request) => {
    const { findings } = await loadFindings(services, request)
    return { errors: findings.errors, has_rejected: findings.rejectedFile !== null }
  })
  const options = { config: { operation: resultOperations.rejected } }
  api.get('/import_run/:id/rejected', options, async (request, reply): Promise<FastifyReply> => {
    const { findings, name } = await loadFindings(services, request)
    if (findings.rejectedFile === null) throw new ApiError('not_found', { sentence: 'No row was refused.' })
    const content = services.blobs.stream(findings.rejectedFile)
    return sendDownload(reply, { name: `${name}-rejected.csv`, type: 'text/csv', content })
  })
}

async function loadFindings(
  services: ImportServices,
  request: FastifyRequest,
): Promise<{ findings: Findings; name: string }> {
  const { id } = request.params as { id: string }
  const { firmId, role, userId } = callerOf(request)
  demand(request, importRun, 'READ')
  if (!isUuid(id)) throw new ApiError('not_found')
  const { run, findings } = await withFirm(services.database, firmId, async (trx) => ({
    run: await getRow(trx, importRun, { firmId, role, userId, id }),
    findings: await findFindings(trx, { firmId, id }),
  }))
  if (!findings) throw new ApiError('not_found')
  const resource = getResource(String(run.entity))
  demand(request, resource, 'FULL')
  const hidden = findings.fields.filter((name) => fieldAccess(resource, camelCase(name), role) === 'DENY')
  if (hidden.length > 0) throw new ApiError('forbidden')
  return { findings, name: snakeCase(resource.name) }
}
