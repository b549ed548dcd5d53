import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { exportFailed, exportRows as exportRowsCall } from '@courtcrier/contract/calls/transfer.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { parseSearchQuery, type QueryParameters } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'
import { type ExportRequest, exportableKeys, exportRows } from '../../records/transfer/export-rows.ts'
import { demand, refuseTelling } from '../resources.ts'
import { sendDownload } from '../server/download.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'
import { readColumns } from './export-columns.ts'

type ExportServices = Pick<Services, 'database' | 'log'>

/** Exports every resource: the rows of a search, limited to what the role may see. */
export function exportRoutes(api: FastifyInstance, services: ExportServices): void {
  for (const resource of resources.filter(({ isSingleton }) => !isSingleton)) {
    serveCall(api, exportRowsCall(resource), (asked) => answer(services, resource, asked))
  }
}

const types = { csv: 'text/csv', txt: 'text/plain' } as const

async function answer(
  services: ExportServices,
  resource: Resource,
  { request, reply, query }: CallInput<ReturnType<typeof exportRowsCall>>,
): Promise<FastifyReply> {
  const caller = demand(request, resource, 'READ')
  const { format = 'csv', file_name: name, columns, ...search } = query
  const wanted = readRequest(resource, { search: search as QueryParameters, columns, caller })
  const content = await spool(services, wanted)
  const ending = `.${format}`
  const full = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
  return sendDownload(reply, { name: full, type: types[format], content })
}

function readRequest(
  resource: Resource,
  { search, columns, caller }: { search: QueryParameters; columns: string | undefined; caller: Caller },
): ExportRequest {
  // An export covers all rows; the table's page doesn't matter.
  const { max: _max, offset: _offset, ...rest } = search
  const parsed = parseSearchQuery(resource, rest, caller.role)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  refuseTelling(resource, parsed.query)
  const allowed = exportableKeys(resource, caller.role)
  const keys = columns ? readColumns(columns.split(','), allowed) : allowed
  return { resource, scope: caller, query: parsed.query, keys }
}

/**
 * Writes the export to disk and reads it from there: a slow reader must not hold a transaction, and an export that
 * fails halfway must not arrive as a file that looks complete.
 */
async function spool({ database, log }: ExportServices, request: ExportRequest): Promise<Readable> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-export-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const file = path.join(folder, 'rows')
    await writeRows(file, { database, request })
    const content = createReadStream(file)
    content.once('close', () => {
      remove().catch((err: unknown) => log.warn({ err }, 'the file of an export could not be removed'))
    })
    return content
  } catch (cause) {
    await remove()
    if (cause instanceof ApiError) throw cause
    log.error({ err: cause }, 'an export failed')
    throw new ApiError('internal', { sentence: exportFailed, cause })
  }
}

/** Each piece is written before the next is read. Of a stream, a full disk would be an error that no one waits for. */
async function writeRows(
  file: string,
  { database, request }: { database: Services['database']; request: ExportRequest },
): Promise<void> {
  const output = await open(file, 'wx', 0o600)
  try {
    await exportRows(database, request, (piece) => output.writeFile(piece))
  } finally {
    await output.close()
  }
}
