import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { BodyOf } from '@courtcrier/contract/calls/call.ts'
import {
  beginExport,
  cancelExport as cancelExportCall,
  type ExportRun as ExportAnswer,
  type ExportFormat,
  listExports as listExportsCall,
  readExport as readExportCall,
  readExportFile,
  readExportProgress,
  removeExport,
} from '@courtcrier/contract/calls/transfer.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { workbookType } from '@courtcrier/contract/import-types.ts'
import { parseSearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess, type Resource } from '@courtcrier/contract/resource.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import { parseSelection, type RowSelection } from '@courtcrier/contract/selection.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'
import { withFirm, withFirmRead } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'
import { openExportFiles } from '../../records/transfer/export-file.ts'
import { countExport, exportableKeys } from '../../records/transfer/export-rows.ts'
import {
  addExport,
  cancelExport,
  deleteExport,
  type ExportRun,
  findExport,
  type KeptExportRequest,
  listExports,
  tellOwner,
} from '../../records/transfer/export-run.ts'
import { cancelHere, progressHere } from '../../records/transfer/watched.ts'
import { refuseSinceWalls } from '../../records/walls/kept-out-since.ts'
import { demand, refuseTelling } from '../resources.ts'
import { sendDownload } from '../server/download.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'
import { readColumns } from './export-columns.ts'
import { recordTransfer, withoutKey } from './transfer-events.ts'

type ExportRunServices = Pick<Services, 'database' | 'jobs' | 'config'>

/** Exports as jobs: started for a resource; viewed, canceled and downloaded by the person who started them. */
export function exportRunRoutes(api: FastifyInstance, services: ExportRunServices): void {
  for (const resource of resources.filter(({ isSingleton }) => !isSingleton)) {
    serveCall(api, beginExport(resource), ({ request, body }) => {
      const caller = demand(request, resource, 'READ')
      return startExport(services, { caller, resource, wanted: readExport(resource, body, caller) })
    })
  }
  ownRoutes(api, services)
}

function ownRoutes(api: FastifyInstance, services: ExportRunServices): void {
  const { database } = services
  serveCall(api, listExportsCall, async ({ request }) => {
    const caller = callerOf(request)
    const runs = await withFirmRead(database, caller.firmId, (trx) => listExports(trx, caller))
    return { exports: runs.map(runJson) }
  })
  serveCall(api, readExportCall, async ({ params, request }) =>
    runJson(await loadRun(services, ownOf(request, params))),
  )
  serveCall(api, readExportProgress, async ({ params, request }) => {
    const { id, ...owner } = ownOf(request, params)
    // The embedded database may be busy with this very export.
    const here = progressHere(owner, id)
    if (here) return { status: 'running', ...here }
    const { status, done, total } = await loadRun(services, { id, ...owner })
    return { status, done, total }
  })
  serveCall(api, cancelExportCall, ({ params, request }) => cancelOwn(services, ownOf(request, params)), withoutKey)
  serveCall(api, removeExport, async ({ params, request }) => {
    const key = ownOf(request, params)
    const isGone = await withFirmWrite(database, key.firmId, async (trx) => {
      const run = await findExport(trx, key)
      if (!run || !(await deleteExport(trx, key))) return false
      await recordTransfer(trx, { ...run, ...key, action: 'export_deleted' })
      return true
    })
    if (!isGone) throw new ApiError('not_found')
    await openExportFiles(services.config.blobFolder).remove(key.id)
  })
  serveCall(api, readExportFile, (asked) => download(services, asked))
}

async function cancelOwn(services: ExportRunServices, { id, ...owner }: OwnRun): Promise<void> {
  const isCanceled =
    cancelHere(owner, id) ||
    (await withFirmWrite(services.database, owner.firmId, (trx) => cancelExport(trx, { ...owner, id })))
  if (!isCanceled) throw new ApiError('wrong_state', { sentence: 'This export has already ended.' })
  await tellLog(services, { ...owner, id }, 'export_canceled')
}

interface OwnRun {
  firmId: number
  userId: string
  id: string
}

/** No one can get another person's export. */
function ownOf(request: FastifyRequest, { id }: { id: string }): OwnRun {
  const { firmId, userId } = callerOf(request)
  return { firmId, userId, id }
}

async function tellLog({ database }: ExportRunServices, key: OwnRun, action: 'export_canceled'): Promise<void> {
  await withFirmWrite(database, key.firmId, async (trx) => {
    const run = await findExport(trx, key)
    if (run) await recordTransfer(trx, { ...run, ...key, action })
  })
}

async function loadRun({ database }: ExportRunServices, key: OwnRun): Promise<ExportRun> {
  const run = await withFirm(database, key.firmId, (trx) => findExport(trx, key))
  if (!run) throw new ApiError('not_found')
  return run
}

interface WantedExport {
  fileName: string
  format: ExportFormat
  request: KeptExportRequest
  /** How many rows the person saw when selecting a search. */
  count?: number
}

function readExport(
  resource: Resource,
  { file_name: name, format, columns, selection, ...search }: BodyOf<ReturnType<typeof beginExport>>,
  caller: Caller,
): WantedExport {
  const { filters: listed, ...others } = search
  const given = { ...others, ...(listed !== undefined && { filters: asText(listed) }) }
  const parsed = parseSearchQuery(resource, given, caller.role)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  const { freeText: words, sort: order, filters: conditions } = parsed.query
  refuseTelling(resource, parsed.query)
  const allowed = exportableKeys(resource, caller.role)
  const keys = columns ? readColumns(columns, allowed) : allowed
  const query = { freeText: words, sort: order, filters: conditions }
  const ending = `.${format}`
  const fileName = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
  if (selection === undefined) return { fileName, format, request: { query, keys } }
  const selected = readSelection(resource, selection, caller)
  if ('ids' in selected) return { fileName, format, request: { query, keys, only: selected.ids } }
  const { except, count, ...found } = selected
  return { fileName, format, count, request: { query: { ...query, ...found }, keys, except } }
}

function asText(filters: string | readonly unknown[]): string {
  return typeof filters === 'string' ? filters : JSON.stringify(filters)
}

/** Reading changes nothing, so a selection may be of any size. */
const mostExported = 10_000_000

function readSelection(resource: Resource, selection: AnyRow, { role }: Caller): RowSelection {
  const parsed = parseSelection(resource, selection, role, mostExported)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  if (!('ids' in parsed.selection)) refuseTelling(resource, { filters: parsed.selection.filters })
  return parsed.selection
}

async function startExport(
  { database, jobs }: ExportRunServices,
  { caller, resource, wanted }: { caller: Caller; resource: Resource; wanted: WantedExport },
): Promise<ExportAnswer> {
  const { firmId, userId } = caller
  const { count, ...run } = wanted
  return withFirmWrite(database, firmId, async (trx) => {
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

const tooOld = 'What you can see has changed since this file was created. Export it again to download it.'
const countMoved = 'The matching records have changed since you selected them. Nothing was exported; select again.'

const types = {
  csv: 'text/csv',
  txt: 'text/plain',
  xlsx: workbookType,
} as const

/** Checks the role again: what it may no longer see, it may no longer download. */
async function download(
  services: ExportRunServices,
  { request, reply, params }: CallInput<typeof readExportFile>,
): Promise<FastifyReply> {
  const caller = callerOf(request)
  const run = await loadRun(services, ownOf(request, params))
  const resource = getResource(run.entity)
  const isHidden = run.request.keys.some((key) => fieldAccess(resource, key, caller.role) === 'DENY')
  if (isHidden || subjectAccess(resource.subject, caller.role) === 'DENY') throw new ApiError('forbidden')
  const isThere = run.status === 'done' && run.expiresAt !== null && run.expiresAt > new Date()
  if (!isThere) throw new ApiError('not_found', { sentence: 'This export has no file, or its file was deleted.' })
  await withFirm(services.database, caller.firmId, (trx) =>
    refuseSinceWalls(trx, resource, { viewer: caller, made: { at: run.createdAt, seen: run.seen }, sentence: tooOld }),
  )
  const content = openExportFiles(services.config.blobFolder).read(run.id)
  return sendDownload(reply, { name: run.fileName, type: types[run.format], content })
}

function runJson(run: ExportRun): ExportAnswer {
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
