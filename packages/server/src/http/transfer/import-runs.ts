import {
  cancelImport,
  type ImportLine,
  type ImportState,
  listImportErrors,
  listImportedRows,
  listImports,
  readImport,
  readImportProgress,
  readRejectedRows,
  startImport as startImportCall,
} from '@courtcrier/contract/calls/imports.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { importRun } from '@courtcrier/contract/resources/import-run.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../../auth/authenticate.ts'
import { withFirm, withFirmRead } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import type { Services } from '../../base/services.ts'
import type { Caller } from '../../records/caller.ts'
import { refuseUnseen } from '../../records/read-row.ts'
import {
  cancelRun,
  findImportRun,
  type ImportRunLine,
  type ImportRunRow,
  listOwnRuns,
} from '../../records/transfer/import-run-row.ts'
import { cancelImportHere, findImportHere } from '../../records/transfer/imports-here.ts'
import { type Findings, findFindings } from '../../records/transfer/keep-result.ts'
import { findShown, mostShown, type ShownKind, shownTo } from '../../records/transfer/shown-rows.ts'
import { suggestMapping } from '../../records/transfer/suggest-mapping.ts'
import { refuseSinceWalls } from '../../records/walls/kept-out-since.ts'
import { demand } from '../resources.ts'
import { sendDownload } from '../server/download.ts'
import { serveCall } from '../server/serve-call.ts'
import { readImportOptions } from './import-options.ts'
import { stateJson } from './import-state.ts'
import { startImport } from './start-import.ts'
import { recordTransfer, withoutKey } from './transfer-events.ts'

type RunServices = Pick<Services, 'database' | 'blobs' | 'jobs'>

/**
 * One import: its progress, its rows, and its actions. For the person who started it, and those who may see all
 * imports.
 */
export function importRunRoutes(api: FastifyInstance, services: RunServices): void {
  const { database } = services
  serveCall(api, listImports, async ({ request }) => {
    const caller = callerOf(request)
    const runs = await withFirmRead(database, caller.firmId, (trx) => listOwnRuns(trx, caller))
    return { imports: runs.map(lineJson) }
  })
  serveCall(api, readImport, ({ request, params }) => readState(services, request, params.id))
  serveCall(api, readImportProgress, async ({ request, params }) => {
    const { run } = await loadRun(services, request, params.id)
    return { status: run.status, done: run.rowCount, total: run.total }
  })
  serveCall(api, startImportCall, async ({ request, params, body }) => {
    const { caller, run } = await loadRun(services, request, params.id)
    // It would be theirs from then on, and its content is only for the person who sent it.
    if (run.userId !== caller.userId) throw new ApiError('forbidden', { sentence: onlySender })
    const options = readImportOptions(body)
    const { firmId, role, userId, timekeeperId } = caller
    const importer = { firmId, role, userId, timekeeperId }
    await withFirmWrite(database, firmId, (trx) => startImport(services.jobs, trx, { importer, run, options }))
    return { id: run.id }
  })
  serveCall(
    api,
    cancelImport,
    async ({ request, params }) => {
      const { caller, run } = await loadRun(services, request, params.id)
      // It may have started since it was read.
      if (!cancelImportHere({ ...caller, id: run.id })) await cancelStored(services, { caller, run })
      const { firmId, userId } = caller
      await withFirmWrite(database, firmId, (trx) =>
        recordTransfer(trx, { ...run, firmId, userId, action: 'import_canceled' }),
      )
    },
    withoutKey,
  )
  resultRoutes(api, services)
}

const tooOld =
  'What you can see has changed since this import was started. Start it again with the same file to see its rows.'
const onlySender = 'Only the person who sent this file can import it.'

function lineJson({ fileName, createdAt, rowCount, ...line }: ImportRunLine): ImportLine {
  return { ...line, file_name: fileName, created_at: createdAt.toISOString(), rows: rowCount }
}

async function cancelStored(
  services: RunServices,
  { caller, run }: { caller: Caller; run: ImportRunRow },
): Promise<void> {
  const isCanceled = await withFirmWrite(services.database, caller.firmId, (trx) =>
    cancelRun(trx, { ...caller, id: run.id }),
  )
  if (!isCanceled) throw new ApiError('wrong_state', { sentence: 'This import has already ended.' })
}

/** The results for the rows, for people who may see every field in the file. */
function resultRoutes(api: FastifyInstance, services: RunServices): void {
  serveCall(api, listImportErrors, async ({ request, params }) => {
    const { findings } = await loadFindings(services, request, params.id)
    return { errors: findings.errors, has_rejected: findings.rejectedFile !== null }
  })
  serveCall(api, readRejectedRows, async ({ request, reply, params }) => {
    const { findings, run } = await loadFindings(services, request, params.id)
    if (findings.rejectedFile === null) throw new ApiError('not_found', { sentence: 'No row was rejected.' })
    const content = services.blobs.stream(findings.rejectedFile)
    return sendDownload(reply, { name: `${snakeCase(run.entity)}-rejected.csv`, type: 'text/csv', content })
  })
  serveCall(api, listImportedRows, async ({ request, params, query }) => {
    const { kind } = query
    const page = { offset: Number(query.offset ?? 0), max: Number(query.max ?? 50) }
    const { findings, run, caller } = await loadFindings(services, request, params.id)
    if (kind === 'error') {
      const found = findings.errors.slice(page.offset, page.offset + page.max)
      return { errors: found, rows: [], kept: findings.errors.length }
    }
    const found = await withFirm(services.database, caller.firmId, (trx) =>
      findShown(trx, { firmId: caller.firmId, id: run.id }, { ...page, kind }),
    )
    const rows = found.map((row) => shownTo(getResource(run.entity), row, caller.role))
    return { errors: [], rows, kept: Math.min(countOf(run, kind), mostShown) }
  })
}

/**
 * Returns an import. Throws as `refuse` does. One running in this process isn't read from the database, which may be
 * busy with it.
 */
async function loadRun(
  { database }: RunServices,
  request: FastifyRequest,
  id: string,
): Promise<{ caller: Caller; run: ImportRunRow }> {
  const caller = callerOf(request)
  const { firmId } = caller
  const found = findImportHere({ firmId, id })
  const run = found ?? (await withFirm(database, firmId, (trx) => findImportRun(trx, { firmId, id })))
  const shown = refuse(request, run)
  if (mayBeHidden(caller, shown))
    await withFirm(database, firmId, (trx) => refuseUnseen(trx, importRun, { ...caller, id }))
  return { caller, run: shown }
}

/**
 * Returns the import. Throws `not_found` for imports the caller may not see, `forbidden` if the role may not change the
 * records.
 */
function refuse(request: FastifyRequest, run: ImportRunRow | undefined): ImportRunRow {
  if (run?.userId !== callerOf(request).userId) demand(request, importRun, 'READ')
  if (!run) throw new ApiError('not_found')
  demand(request, getResource(run.entity), 'FULL')
  return run
}

/** Whether it has to be asked if an ethical wall hides it. */
function mayBeHidden({ userId, timekeeperId }: Caller, run: ImportRunRow): boolean {
  return timekeeperId !== undefined && run.userId !== userId
}

async function loadFindings(
  services: RunServices,
  request: FastifyRequest,
  id: string,
): Promise<{ caller: Caller; run: ImportRunRow; findings: Findings }> {
  const { caller, run } = await loadRun(services, request, id)
  const { firmId, role } = caller
  const resource = getResource(run.entity)
  const findings = await withFirm(services.database, firmId, async (trx) => {
    await refuseSinceWalls(trx, resource, {
      viewer: caller,
      made: { at: run.createdAt, seen: run.seen },
      sentence: tooOld,
    })
    return findFindings(trx, { firmId, id: run.id })
  })
  if (!findings) throw new ApiError('not_found')
  const hidden = findings.fields.filter((name) => fieldAccess(resource, camelCase(name), role) === 'DENY')
  if (hidden.length > 0) throw new ApiError('forbidden')
  return { caller, run, findings }
}

function countOf(run: ImportRunRow, kind: ShownKind): number {
  const counts = {
    new: run.newCount,
    changed: run.changedCount,
    unchanged: run.unchangedCount,
    deleted: run.deletedCount,
  }
  return counts[kind]
}

/** In one transaction: between two, an import might start that holds the embedded database until it ends. */
async function readState({ database }: RunServices, request: FastifyRequest, id: string): Promise<ImportState> {
  const caller = callerOf(request)
  const { firmId, role } = caller
  const here = findImportHere({ firmId, id })
  if (here && !mayBeHidden(caller, here))
    return stateJson(caller, refuse(request, here), { mapping: here.mapping, isRemembered: false })
  return withFirm(database, firmId, async (trx) => {
    const run = refuse(request, await findImportRun(trx, { firmId, id }))
    if (mayBeHidden(caller, run)) await refuseUnseen(trx, importRun, { ...caller, id })
    const { header } = run
    return stateJson(
      caller,
      run,
      await suggestMapping(trx, { firmId, resource: getResource(run.entity), header, role }),
    )
  })
}
