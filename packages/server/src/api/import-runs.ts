import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import type { QueryParameters } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { importRun } from '@courtcrier/contract/resources/import-run.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import {
  cancelRun,
  findImportRun,
  type ImportRunLine,
  type ImportRunRow,
  listOwnRuns,
} from '../import/import-run-row.ts'
import { cancelImportHere, findImportHere } from '../import/imports-here.ts'
import { type Findings, findFindings } from '../import/keep-result.ts'
import { keyGroups } from '../import/match-rows.ts'
import { findShown, mostShown, type ShownKind, shownKinds } from '../import/shown-rows.ts'
import { refuseSinceWalls } from '../import/since-walls.ts'
import { mappableKeys, type Suggestion, suggestMapping } from '../import/suggest-mapping.ts'
import { sendDownload } from './download.ts'
import { readImportOptions } from './import-options.ts'
import { runOperations } from './import-run-operations.ts'
import { readObject } from './negotiation.ts'
import { demand } from './resources.ts'
import { startImport } from './start-import.ts'
import { recordTransfer } from './transfer-events.ts'

type RunServices = Pick<Services, 'database' | 'blobs' | 'jobs'>

const base = '/import_run/:id'

/** One import: how far it is, its rows, and what is to be done with it. For whoever began it, and those who see all imports. */
export function importRunRoutes(api: FastifyInstance, services: RunServices): void {
  const { database } = services
  const { mine, state, progress, start, cancel } = runOperations
  api.get('/import_run/mine', { config: { operation: mine } }, async (request) => {
    const caller = callerOf(request)
    const runs = await withFirm(database, caller.firmId, (trx) => listOwnRuns(trx, caller))
    return { imports: runs.map(lineJson) }
  })
  api.get(`${base}/state`, { config: { operation: state } }, async (request) => readState(services, request))
  api.get(`${base}/progress`, { config: { operation: progress } }, async (request) => {
    const { run } = await loadRun(services, request)
    return { status: run.status, done: run.rowCount, total: run.total }
  })
  api.post(`${base}/start`, { config: { operation: start } }, async (request, reply) => {
    const { caller, run } = await loadRun(services, request)
    const options = readImportOptions(readObject(request))
    const { firmId, role, userId, timekeeperId } = caller
    const importer = { firmId, role, userId, timekeeperId }
    await withFirm(database, firmId, (trx) => startImport(services.jobs, trx, { importer, run, options }))
    return reply.code(202).send({ id: run.id })
  })
  api.post(`${base}/cancel`, { config: { operation: cancel } }, async (request, reply) => {
    const { caller, run } = await loadRun(services, request)
    // It may have begun since it was read.
    if (!cancelImportHere({ ...caller, id: run.id })) await cancelStored(services, { caller, run })
    const { firmId, userId } = caller
    await withFirm(database, firmId, (trx) =>
      recordTransfer(trx, { ...run, firmId, userId, action: 'import_canceled' }),
    )
    return reply.code(204).send()
  })
  resultRoutes(api, services)
}

function lineJson({ fileName, createdAt, rowCount, ...line }: ImportRunLine): AnyRow {
  return { ...line, file_name: fileName, created_at: createdAt.toISOString(), rows: rowCount }
}

async function cancelStored(
  services: RunServices,
  { caller, run }: { caller: Caller; run: ImportRunRow },
): Promise<void> {
  const isCanceled = await withFirm(services.database, caller.firmId, (trx) =>
    cancelRun(trx, { ...caller, id: run.id }),
  )
  if (!isCanceled) throw new ApiError('wrong_state', { sentence: 'This import has ended already.' })
}

/** What became of the rows, for those who may see every field that the file had. */
function resultRoutes(api: FastifyInstance, services: RunServices): void {
  const { errors, rejected, rows } = runOperations
  api.get(`${base}/errors`, { config: { operation: errors } }, async (request) => {
    const { findings } = await loadFindings(services, request)
    return { errors: findings.errors, has_rejected: findings.rejectedFile !== null }
  })
  api.get(`${base}/rejected`, { config: { operation: rejected } }, async (request, reply): Promise<FastifyReply> => {
    const { findings, run } = await loadFindings(services, request)
    if (findings.rejectedFile === null) throw new ApiError('not_found', { sentence: 'No row was refused.' })
    const content = services.blobs.stream(findings.rejectedFile)
    return sendDownload(reply, { name: `${snakeCase(run.entity)}-rejected.csv`, type: 'text/csv', content })
  })
  api.get(`${base}/rows`, { config: { operation: rows } }, async (request) => {
    const page = readPage(request.query as QueryParameters)
    const { findings, run, caller } = await loadFindings(services, request)
    if (page.kind === 'error') {
      const found = findings.errors.slice(page.offset, page.offset + page.max)
      return { errors: found, rows: [], kept: findings.errors.length }
    }
    const { kind } = page
    const found = await withFirm(services.database, caller.firmId, (trx) =>
      findShown(trx, { firmId: caller.firmId, id: run.id }, { ...page, kind }),
    )
    return { errors: [], rows: found, kept: Math.min(countOf(run, kind), mostShown) }
  })
}

function keyOf(request: FastifyRequest): { caller: Caller; id: string } {
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw new ApiError('not_found')
  return { caller: callerOf(request), id }
}

/** Throws as `refuse` does. One that runs in this process is not asked of the database, which may be busy with it. */
async function loadRun(
  { database }: RunServices,
  request: FastifyRequest,
): Promise<{ caller: Caller; run: ImportRunRow }> {
  const { caller, id } = keyOf(request)
  const { firmId } = caller
  const found = findImportHere({ firmId, id })
  const run = found ?? (await withFirm(database, firmId, (trx) => findImportRun(trx, { firmId, id })))
  return { caller, run: refuse(request, run) }
}

/** Throws `not_found` for what is nobody's business, `forbidden` when the role may not change the records. */
function refuse(request: FastifyRequest, run: ImportRunRow | undefined): ImportRunRow {
  if (run?.userId !== callerOf(request).userId) demand(request, importRun, 'READ')
  if (!run) throw new ApiError('not_found')
  demand(request, getResource(run.entity), 'FULL')
  return run
}

async function loadFindings(
  services: RunServices,
  request: FastifyRequest,
): Promise<{ caller: Caller; run: ImportRunRow; findings: Findings }> {
  const { caller, run } = await loadRun(services, request)
  const { firmId, role } = caller
  const resource = getResource(run.entity)
  const findings = await withFirm(services.database, firmId, async (trx) => {
    await refuseSinceWalls(trx, resource, { viewer: caller, madeAt: run.createdAt })
    return findFindings(trx, { firmId, id: run.id })
  })
  if (!findings) throw new ApiError('not_found')
  const hidden = findings.fields.filter((name) => fieldAccess(resource, camelCase(name), role) === 'DENY')
  if (hidden.length > 0) throw new ApiError('forbidden')
  return { caller, run, findings }
}

const mostRows = 200

function readPage({ kind = '', offset = '0', max = '50' }: QueryParameters) {
  const known = [...shownKinds, 'error' as const].find((name) => name === kind)
  const problems = [
    ...(known ? [] : [{ field: 'kind', code: `not_choice:${[...shownKinds, 'error'].join(', ')}` }]),
    ...(/^\d{1,6}$/.test(offset) ? [] : [{ field: 'offset', code: 'not_integer' }]),
    ...(/^\d{1,3}$/.test(max) && Number(max) <= mostRows ? [] : [{ field: 'max', code: `too_large:${mostRows}` }]),
  ]
  if (!known || problems.length > 0) throw new ApiError('invalid_input', { problems })
  return { kind: known, offset: Number(offset), max: Number(max) }
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

/** In one transaction: between two an import may begin that holds the embedded database until it is over. */
async function readState({ database }: RunServices, request: FastifyRequest): Promise<AnyRow> {
  const { caller, id } = keyOf(request)
  const { firmId, role } = caller
  const here = findImportHere({ firmId, id })
  if (here) return stateJson(caller, refuse(request, here), { mapping: here.mapping, isRemembered: false })
  return withFirm(database, firmId, async (trx) => {
    const run = refuse(request, await findImportRun(trx, { firmId, id }))
    const { header } = run
    return stateJson(
      caller,
      run,
      await suggestMapping(trx, { firmId, resource: getResource(run.entity), header, role }),
    )
  })
}

function stateJson({ role, userId }: Caller, run: ImportRunRow, suggestion: Suggestion): AnyRow {
  const resource = getResource(run.entity)
  const isBegun = Object.keys(run.mapping).length > 0
  const isOwn = run.userId === userId
  const mayUndo = isOwn || subjectAccess(firm.subject, role) === 'FULL'
  return {
    id: run.id,
    entity: run.entity,
    file_name: run.fileName,
    mode: run.mode,
    status: run.status,
    reason: run.reason,
    is_own: isOwn,
    created_at: run.createdAt.toISOString(),
    counts: {
      rows: run.rowCount,
      new: run.newCount,
      changed: run.changedCount,
      unchanged: run.unchangedCount,
      deleted: run.deletedCount,
      error: run.errorCount,
    },
    total: run.total,
    kept_rows: mostShown,
    has_rejected: run.hasRejected,
    // What stands in the file is for whoever sent it: another role might not see each of its fields.
    can_start: run.file !== null && isOwn,
    header: isOwn ? run.header : [],
    samples: isOwn ? run.samples : [],
    mapping: isBegun ? run.mapping : suggestion.mapping,
    is_remembered: suggestion.isRemembered,
    fields: mappableKeys(resource, role),
    keys: keyGroups(resource).map((group) => group.map(snakeCase)),
    delete_missing: run.deletesMissing,
    undo: run.undoUntil && mayUndo ? { id: run.id, until: run.undoUntil.toISOString() } : null,
  }
}
