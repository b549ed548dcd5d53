import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { parseSearchQuery, type QueryParameters } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../auth/caller.ts'
import type { Services } from '../base/services.ts'
import { type ExportRequest, exportableKeys, exportRows } from '../import/export-rows.ts'
import { sendDownload } from './download.ts'
import { exportOperation } from './import-operations.ts'
import { demand, refuseTelling } from './resources.ts'

type ExportServices = Pick<Services, 'database' | 'log'>

/** Export of every resource: the rows of a search, as far as the role sees them. */
export function exportRoutes(api: FastifyInstance, services: ExportServices): void {
  for (const resource of resources.filter(({ isSingleton }) => !isSingleton)) {
    const config = { operation: exportOperation(resource) }
    api.get(`/${resource.name}/export`, { config }, (request, reply) => answer(services, resource, { request, reply }))
  }
}

const types = { csv: 'text/csv', txt: 'text/plain' } as const

async function answer(
  services: ExportServices,
  resource: Resource,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const caller = demand(request, resource, 'READ')
  const { format = 'csv', filename, columns, ...search } = request.query as QueryParameters
  if (format !== 'csv' && format !== 'txt')
    throw new ApiError('invalid_input', { problems: [{ field: 'format', code: 'not_choice:csv, txt' }] })
  const name = filename?.trim()
  if (!name) throw new ApiError('invalid_input', { problems: [{ field: 'filename', code: 'filename_required' }] })
  const wanted = readRequest(resource, { search, columns, caller })
  const content = await spool(services, wanted)
  const ending = `.${format}`
  const full = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
  return sendDownload(reply, { name: full, type: types[format], content })
}

function readRequest(
  resource: Resource,
  { search, columns, caller }: { search: QueryParameters; columns: string | undefined; caller: Caller },
): ExportRequest {
  // An export is of all rows; where the table stands is no part of it.
  const { max: _max, offset: _offset, ...rest } = search
  const parsed = parseSearchQuery(resource, rest, caller.role)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  refuseTelling(resource, parsed.query)
  const allowed = exportableKeys(resource, caller.role)
  const keys = columns ? columns.split(',').map((column) => camelCase(column.trim())) : allowed
  const unknown = keys.filter((key) => !allowed.includes(key))
  if (unknown.length > 0)
    throw new ApiError('invalid_input', { problems: unknown.map((field) => ({ field, code: 'unknown_field' })) })
  return { resource, scope: caller, query: parsed.query, keys }
}

/**
 * Writes the export to the disk and reads it from there: a slow reader must not hold a transaction, and an export that
 * fails half-way must not arrive as a file that looks whole.
 */
async function spool({ database, log }: ExportServices, request: ExportRequest): Promise<Readable> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-export-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const file = path.join(folder, 'rows')
    const output = createWriteStream(file, { mode: 0o600 })
    await exportRows(database, request, async (text) => {
      if (!output.write(text)) await once(output, 'drain')
    })
    output.end()
    await finished(output)
    const content = createReadStream(file)
    content.once('close', () => {
      remove().catch((err: unknown) => log.warn({ err }, 'the file of an export could not be removed'))
    })
    return content
  } catch (cause) {
    await remove()
    if (cause instanceof ApiError) throw cause
    log.error({ err: cause }, 'an export failed')
    throw new ApiError('internal', { sentence: 'Table export failed, try again later', cause })
  }
}
