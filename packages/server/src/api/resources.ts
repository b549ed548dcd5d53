import { type AccessType, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { parseSearchQuery, type QueryParameters, type SearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess, type Resource, redact, redactor } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { behaviourOf } from '../resources/registry.ts'
import { createRow, deleteRow, getRow, updateRow, type Writer } from '../resources/store.ts'
import { findTitles } from '../resources/titles.ts'
import { closeJournal, openJournal, type UndoJournal } from '../undo/journal.ts'
import { recordChange } from './audit.ts'
import { bulkDelete } from './bulk-delete.ts'
import { type BulkResult, readBulkCall, readSelection } from './bulk-rows.ts'
import { bulkUpdate, bulkValues, readBulkUpdate } from './bulk-update.ts'
import { readExpected, tellUndo } from './change-headers.ts'
import { readInput, readObject, sendRow, sendRows } from './negotiation.ts'
import { runCount, runSearch } from './run-search.ts'

type ResourceServices = Pick<Services, 'database' | 'secrets'>

/** The routes of every resource: search, titles, one row, and unless it is read-only, create, change and delete. */
export function resourceRoutes(api: FastifyInstance, services: ResourceServices): void {
  for (const resource of resources) {
    if (resource.isSingleton) continue
    readRoutes(api, services, resource)
    if (!resource.isReadOnly) writeRoutes(api, services, resource)
  }
}

function readRoutes(api: FastifyInstance, services: ResourceServices, resource: Resource): void {
  api.get(`/${resource.name}/search`, async (request, reply) => {
    const caller = demand(request, resource, 'READ')
    const query = readQuery(resource, request.query as QueryParameters, caller)
    const { rows, ...count } = await runSearch(services, resource, { query, caller })
    return sendRows(reply, resource, { rows: rows.map(presenter(resource, caller.role)), ...count })
  })
  api.get(`/${resource.name}/count`, async (request) => {
    const caller = demand(request, resource, 'READ')
    const { freeText, filters, ...others } = request.query as QueryParameters
    const [unknown] = Object.keys(others)
    if (unknown !== undefined)
      throw new ApiError('invalid_input', { problems: [{ field: unknown, code: 'unknown_field' }] })
    const query = readQuery(resource, { freeText, filters }, caller)
    return { count: await runCount(services, resource, { query, caller }) }
  })
  api.get(`/${resource.name}/titles`, async (request) => {
    const caller = demand(request, resource, 'READ')
    if (fieldAccess(resource, resource.title, caller.role) === 'DENY') return { titles: {} }
    const ids = String((request.query as QueryParameters).ids ?? '')
      .split(',')
      .slice(0, 500)
    return {
      titles: await withFirm(services.database, caller.firmId, (trx) =>
        findTitles(trx, resource, { scope: caller, ids }),
      ),
    }
  })
  api.get<{ Params: { id: string } }>(`/${resource.name}/:id`, async (request, reply) => {
    const caller = callerOf(request)
    // Everybody may read the own role: the console draws itself by it.
    const isOwnRole = resource.name === 'user_security_role' && request.params.id === caller.role.id
    if (!isOwnRole) demand(request, resource, 'READ')
    const row = await withFirm(services.database, caller.firmId, (trx) =>
      getRow(trx, resource, { ...caller, id: request.params.id }),
    )
    return sendRow(reply, resource, isOwnRole ? row : presenter(resource, caller.role)(row))
  })
}

function writeRoutes(api: FastifyInstance, services: ResourceServices, resource: Resource): void {
  createRoute(api, services, resource)
  updateRoute(api, services, resource)
  deleteRoute(api, services, resource)
  bulkRoutes(api, services, resource)
}

function createRoute(api: FastifyInstance, services: ResourceServices, resource: Resource): void {
  api.post(`/${resource.name}`, async (request, reply) => {
    const caller = demand(request, resource, 'FULL')
    const input = readInput(request, resource)
    const { row, undoId } = await withFirm(services.database, caller.firmId, async (trx) => {
      const undo = openJournal(resource, { firmId: caller.firmId, kind: 'create' })
      const created = await createRow(trx, resource, input, writerOf(services, caller, undo))
      await recordChange(trx, { caller, resource, type: 'object create', row: created })
      return { row: created, undoId: await closeJournal(trx, undo, caller.userId) }
    })
    tellUndo(reply.code(201).header('location', `/api/v1/${resource.name}/${row.id}`), undoId)
    return sendRow(reply, resource, redact(resource, row, caller.role))
  })
}

function updateRoute(api: FastifyInstance, services: ResourceServices, resource: Resource): void {
  api.put<{ Params: { id: string } }>(`/${resource.name}/:id`, async (request, reply) => {
    const caller = demand(request, resource, 'FULL')
    const input = readInput(request, resource)
    const expected = readExpected(request)
    const { row, undoId } = await withFirm(services.database, caller.firmId, async (trx) => {
      const undo = openJournal(resource, { firmId: caller.firmId, kind: 'update' })
      const writer = writerOf(services, caller, undo)
      const { before, after } = await updateRow(trx, resource, { id: request.params.id, input, writer, expected })
      await recordChange(trx, { caller, resource, type: 'object update', row: after, before })
      return { row: after, undoId: await closeJournal(trx, undo, caller.userId) }
    })
    return sendRow(tellUndo(reply, undoId), resource, redact(resource, row, caller.role))
  })
}

function deleteRoute(api: FastifyInstance, services: ResourceServices, resource: Resource): void {
  api.delete<{ Params: { id: string } }>(`/${resource.name}/:id`, async (request, reply) => {
    const caller = demand(request, resource, 'FULL')
    const undoId = await withFirm(services.database, caller.firmId, async (trx) => {
      const undo = openJournal(resource, { firmId: caller.firmId, kind: 'delete' })
      const row = await deleteRow(trx, resource, { ...caller, id: request.params.id, undo })
      await recordChange(trx, { caller, resource, type: 'object delete', row })
      return closeJournal(trx, undo, caller.userId)
    })
    return tellUndo(reply, undoId).code(204).send()
  })
}

function bulkRoutes(api: FastifyInstance, { database, secrets }: ResourceServices, resource: Resource): void {
  api.post(`/${resource.name}/bulk-delete`, async (request) => {
    const caller = demand(request, resource, 'FULL')
    const call = readBulkCall(resource, readObject(request), caller)
    return bulkJson(await withFirm(database, caller.firmId, (trx) => bulkDelete(trx, resource, { call, caller })))
  })
  api.post(`/${resource.name}/bulk-update`, async (request) => {
    const caller = demand(request, resource, 'FULL')
    const call = readBulkUpdate(resource, readObject(request), caller)
    const update = { call, caller, box: secrets }
    return bulkJson(await withFirm(database, caller.firmId, (trx) => bulkUpdate(trx, resource, update)))
  })
  api.post(`/${resource.name}/bulk-values`, async (request) => {
    const caller = demand(request, resource, 'FULL')
    const selection = readSelection(resource, readObject(request), caller)
    return withFirm(database, caller.firmId, (trx) => bulkValues(trx, resource, { selection, caller }))
  })
}

function bulkJson({ outcomes, undoId }: BulkResult): AnyRow {
  return { outcomes, ...(undoId === undefined ? {} : { undo_id: undoId }) }
}

/** The caller, when the role may do this with the resource at all. Throws `forbidden`. */
export function demand(request: FastifyRequest, resource: Resource, needed: Exclude<AccessType, 'DENY'>): Caller {
  const caller = callerOf(request)
  const access = subjectAccess(resource.subject, caller.role)
  if (access === 'DENY' || (needed === 'FULL' && access !== 'FULL')) throw new ApiError('forbidden')
  return caller
}

/** A filter on values that the rows show in part only would tell the rest. */
export function refuseTelling(resource: Resource, query: Pick<SearchQuery, 'filters'>): void {
  const fields = behaviourOf(resource).present?.fields ?? []
  const problems = query.filters
    .filter((filter) => fields.includes(filter.field))
    .map(({ field }) => ({ field, code: 'unknown_field' }))
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
}

/** Throws `invalid_input` for a query that is wrong, or that this role may not ask. */
function readQuery(resource: Resource, parameters: QueryParameters, caller: Caller): SearchQuery {
  const parsed = parseSearchQuery(resource, parameters, caller.role)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  refuseTelling(resource, parsed.query)
  return parsed.query
}

/** What of a row a role may see. */
function presenter(resource: Resource, role: Role): (row: AnyRow) => AnyRow {
  const redactRow = redactor(resource, role)
  const presentation = behaviourOf(resource).present
  return (row) => redactRow(presentation?.row(row, role) ?? row)
}

function writerOf(services: ResourceServices, caller: Caller, undo: UndoJournal | undefined): Writer {
  const { firmId, role, userId, timekeeperId } = caller
  return { firmId, role, userId, timekeeperId, box: services.secrets, ...(undo ? { undo } : {}) }
}
