import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { parseSearchQuery, type QueryParameters } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { parseSelection, type RowSelection } from '@courtcrier/contract/selection.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { openExportFiles } from '../import/export-file.ts'
import { countExport, exportableKeys } from '../import/export-rows.ts'
import {
  addExport,
  cancelExport,
  deleteExport,
  type ExportFormat,
  type ExportRun,
  exportFormats,
  findExport,
  type KeptExportRequest,
  listExports,
  tellOwner,
} from '../import/export-run.ts'
import { refuseSinceWalls } from '../import/since-walls.ts'
import { cancelHere, progressHere } from '../import/watched.ts'
import { sendDownload } from './download.ts'
import { exportJobOperation, exportRunOperations } from './export-operations.ts'
import { readObject } from './negotiation.ts'
import { demand, refuseTelling } from './resources.ts'
import { recordTransfer } from './transfer-events.ts'

type ExportRunServices = Pick<Services, 'database' | 'jobs' | 'config'>

/** Exports as jobs: begun for a resource; looked at, called off and fetched by whoever began them. */
export function exportRunRoutes(api: FastifyInstance, services: ExportRunServices): void {
  for (const resource of resources.filter(({ isSingleton }) => !isSingleton)) {
    const config = { operation: exportJobOperation(resource) }
    api.post(`/${resource.name}/export`, { config }, async (request, reply) => {
      const caller = demand(request, resource, 'READ')
      const wanted = readExport(resource, readObject(request), caller)
      return reply.code(202).send(await startExport(services, { caller, resource, wanted }))
    })
  }
  ownRoutes(api, services)
}

const base = '/export_run'

function ownRoutes(api: FastifyInstance, services: ExportRunServices): void {
  const { database } = services
  const { list, one, progress, cancel, remove, file } = exportRunOperations
  api.get(base, { config: { operation: list } }, async (request) => {
    const caller = callerOf(request)
    const runs = await withFirm(database, caller.firmId, (trx) => listExports(trx, caller))
    return { exports: runs.map(runJson) }
  })
  api.get(`${base}/:id`, { config: { operation: one } }, async (request) => {
    return runJson(await loadRun(services, request))
  })
  api.get(`${base}/:id/progress`, { config: { operation: progress } }, async (request) => {
    const { id, ...owner } = keyOf(request)
    // The embedded database may be busy with just this export.
    const here = progressHere(owner, id)
    if (here) return { status: 'running', ...here }
    const { status, done, total } = await loadRun(services, request)
    return { status, done, total }
  })
  api.post(`${base}/:id/cancel`, { config: { operation: cancel } }, async (request, reply) => {
    const { id, ...owner } = keyOf(request)
    const isCanceled =
      cancelHere(owner, id) || (await withFirm(database, owner.firmId, (trx) => cancelExport(trx, { ...owner, id })))
    if (!isCanceled) throw new ApiError('wrong_state', { sentence: 'This export has ended already.' })
    await tellLog(services, { ...owner, id }, 'export_canceled')
    return reply.code(204).send()
  })
  api.delete(`${base}/:id`, { config: { operation: remove } }, async (request, reply) => {
    const key = keyOf(request)
    const isGone = await withFirm(database, key.firmId, async (trx) => {
      const run = await findExport(trx, key)
      if (!run || !(await deleteExport(trx, key))) return false
      await recordTransfer(trx, { ...run, ...key, action: 'export_deleted' })
      return true
    })
    if (!isGone) throw new ApiError('not_found')
    await openExportFiles(services.config.blobFolder).remove(key.id)
    return reply.code(204).send()
  })
  api.get(`${base}/:id/file`, { config: { operation: file } }, (request, reply) => download(services, request, reply))
}

function keyOf(request: FastifyRequest): { firmId: number; userId: string; id: string } {
  const { firmId, userId } = callerOf(request)
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw new ApiError('not_found')
  return { firmId, userId, id }
}

async function tellLog(
  { database }: ExportRunServices,
  key: { firmId: number; userId: string; id: string },
  action: 'export_canceled',
): Promise<void> {
  await withFirm(database, key.firmId, async (trx) => {
    const run = await findExport(trx, key)
    if (run) await recordTransfer(trx, { ...run, ...key, action })
  })
}

async function loadRun({ database }: ExportRunServices, request: FastifyRequest): Promise<ExportRun> {
  const key = keyOf(request)
  const run = await withFirm(database, key.firmId, (trx) => findExport(trx, key))
  if (!run) throw new ApiError('not_found')
  return run
}

interface WantedExport {
  fileName: string
  format: ExportFormat
  request: KeptExportRequest
  /** How many rows the person saw, where a search was selected. */
  count?: number
}

function readExport(resource: Resource, body: AnyRow, caller: Caller): WantedExport {
  const { filename, format = 'csv', columns, selection, freeText, sort, filters, ...others } = body
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw wrong(unknown, 'unknown_field')
  const known = exportFormats.find((name) => name === format)
  if (!known) throw wrong('format', `not_choice:${exportFormats.join(', ')}`)
  const name = typeof filename === 'string' ? filename.trim() : ''
  if (name === '') throw wrong('filename', 'filename_required')
  if (name.length > 200) throw wrong('filename', 'too_long:200')
  const search = { freeText, sort, filters: Array.isArray(filters) ? JSON.stringify(filters) : filters }
  const given = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
  const notText = Object.entries(given).find(([, value]) => typeof value !== 'string')
  if (notText) throw wrong(notText[0], 'not_text')
  const parsed = parseSearchQuery(resource, given as QueryParameters, caller.role)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  const { freeText: words, sort: order, filters: conditions } = parsed.query
  refuseTelling(resource, parsed.query)
  const keys = readColumns(resource, columns, caller)
  const query = { freeText: words, sort: order, filters: conditions }
  const ending = `.${known}`
  const fileName = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
  if (selection === undefined) return { fileName, format: known, request: { query, keys } }
  const selected = readSelection(resource, selection, caller)
  if ('ids' in selected) return { fileName, format: known, request: { query, keys, only: selected.ids } }
  const { except, count, ...found } = selected
  return { fileName, format: known, count, request: { query: { ...query, ...found }, keys, except } }
}

function readColumns(resource: Resource, columns: unknown, { role }: Caller): readonly string[] {
  const allowed = exportableKeys(resource, role)
  if (columns === undefined) return allowed
  const isList = Array.isArray(columns) && columns.every((column) => typeof column === 'string')
  if (!isList) throw wrong('columns', 'not_list')
  if (columns.length === 0) throw wrong('columns', 'required_items')
  const keys = [...new Set(columns.map((column: string) => camelCase(column)))]
  const unknown = keys.filter((key) => !allowed.includes(key))
  if (unknown.length > 0)
    throw new ApiError('invalid_input', { problems: unknown.map((field) => ({ field, code: 'unknown_field' })) })
  return keys
}

/** Reading changes nothing, so a selection may be of any size. */
const mostExported = 10_000_000

function readSelection(resource: Resource, selection: unknown, { role }: Caller): RowSelection {
  if (typeof selection !== 'object' || selection === null) throw wrong('selection', 'not_map')
  const parsed = parseSelection(resource, selection as AnyRow, role, mostExported)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  if (!('ids' in parsed.selection)) refuseTelling(resource, { filters: parsed.selection.filters })
  return parsed.selection
}

async function startExport(
  { database, jobs }: ExportRunServices,
  { caller, resource, wanted }: { caller: Caller; resource: Resource; wanted: WantedExport },
): Promise<AnyRow> {
  const { firmId, userId } = caller
  const { count, ...run } = wanted
  return withFirm(database, firmId, async (trx) => {
    const found = count === undefined ? undefined : await countExport(trx, { resource, scope: caller, ...run.request })
    if (found !== count) throw new ApiError('wrong_state', { sentence: countMoved })
    const id = await addExport(trx, firmId, { userId, entity: resource.name, ...run })
    await jobs.enqueue(trx, 'export', [{ firmId, id }])
    await tellOwner(trx, { firmId, userId, id })
    const { fileName } = run
    await recordTransfer(trx, { firmId, userId, entity: resource.name, fileName, action: 'export_started' })
    const made = await findExport(trx, { firmId, userId, id })
    if (!made) throw new Error(`the export ${id} is gone`)
    return runJson(made)
  })
}

const countMoved = 'The records that fit are no longer those you selected. Nothing was exported; please select again.'

const types = {
  csv: 'text/csv',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The role is asked again: what it may no longer see it may no longer fetch either. */
async function download(
  services: ExportRunServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = callerOf(request)
  const run = await loadRun(services, request)
  const resource = getResource(run.entity)
  const isHidden = run.request.keys.some((key) => fieldAccess(resource, key, caller.role) === 'DENY')
  if (isHidden || subjectAccess(resource.subject, caller.role) === 'DENY') throw new ApiError('forbidden')
  const isThere = run.status === 'done' && run.expiresAt !== null && run.expiresAt > new Date()
  if (!isThere) throw new ApiError('not_found', { sentence: 'This export has no file, or not any more.' })
  await withFirm(services.database, caller.firmId, (trx) =>
    refuseSinceWalls(trx, resource, { viewer: caller, madeAt: run.createdAt }),
  )
  const content = openExportFiles(services.config.blobFolder).read(run.id)
  return sendDownload(reply, { name: run.fileName, type: types[run.format], content })
}

function runJson(run: ExportRun): AnyRow {
  return {
    id: run.id,
    entity: run.entity,
    file_name: run.fileName,
    format: run.format,
    status: run.status,
    reason: run.reason,
    done: run.done,
    total: run.total,
    size: run.size,
    created_at: new Date(run.createdAt).toISOString(),
    expires_at: run.expiresAt ? new Date(run.expiresAt).toISOString() : null,
  }
}

function wrong(field: string, code: string): ApiError {
  return new ApiError('invalid_input', { problems: [{ field, code }] })
}
