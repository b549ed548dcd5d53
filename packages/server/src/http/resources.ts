import { type AccessType, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { pageLimits } from '@courtcrier/contract/page-limits.ts'
import { formatCursor, parseSearchQuery, type QueryParameters, type SearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess, type Resource, redact, redactor } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { storedId } from '@courtcrier/contract/uuid.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../auth/authenticate.ts'
import { withFirm, withFirmRead } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import type { Services } from '../base/services.ts'
import { behaviourOf } from '../records/behaviour.ts'
import { type BulkCall, type BulkResult, readBulkCall, readSelection, writeSelected } from '../records/bulk-rows.ts'
import type { Caller } from '../records/caller.ts'
import { getRow } from '../records/read-row.ts'
import { findNames } from '../records/titles.ts'
import type { Writer } from '../records/write/change.ts'
import { writeUndoable } from '../records/write/write-rows.ts'
import { bulkValues, readBulkUpdate } from './bulk-update.ts'
import { runChanged, runCount, runSearch } from './run-search.ts'
import { readExpected, tellUndo } from './server/change-headers.ts'
import { readInput, readObject, sendRow, sendRows } from './server/negotiation.ts'

type ResourceServices = Pick<Services, 'database' | 'secrets'>

/**
 * The routes of every resource: search, count, titles, one row, and unless it is read-only, create, change and delete.
 */
export function resourceRoutes(api: FastifyInstance, services: ResourceServices): void {
  for (const resource of resources) {
    if (resource.isSingleton) continue
    readRoutes(api, services, resource)
    if (!resource.isReadOnly) writeRoutes(api, services, resource)
  }
}

function readRoutes(api: FastifyInstance, services: ResourceServices, resource: Resource): void {
  const search = async (request: FastifyRequest, reply: FastifyReply, parameters: QueryParameters) => {
    const caller = demand(request, resource, 'READ')
    const { cursor, ...query } = readQuery(resource, parameters, caller)
    const present = presenter(resource, caller.role)
    if (cursor !== undefined) {
      const { rows, next } = await runChanged(services, resource, { query: { ...query, cursor }, caller })
      if (next !== 'start') reply.header('x-next-cursor', formatCursor(resource, next))
      return sendRows(reply, resource, { rows: rows.map(present) })
    }
    const { rows, ...count } = await runSearch(services, resource, { query, caller })
    return sendRows(reply, resource, { rows: rows.map(present), ...count })
  }
  api.get(`/${resource.name}/search`, (request, reply) => search(request, reply, request.query as QueryParameters))
  // For filters that are too long for an address.
  api.post(`/${resource.name}/search`, { config: { worksWhileViewing: true } }, (request, reply) =>
    search(request, reply, parametersIn(readObject(request))),
  )
  api.get(`/${resource.name}/count`, async (request) => {
    const caller = demand(request, resource, 'READ')
    const { freeText, filters, fold } = request.query as QueryParameters
    const query = readQuery(resource, { freeText, filters, fold }, caller)
    return { count: await runCount(services, resource, { query, caller }) }
  })
  api.get(`/${resource.name}/titles`, async (request) => {
    const caller = demand(request, resource, 'READ')
    const ids = readIds(request.query as QueryParameters)
    if (fieldAccess(resource, resource.title, caller.role) === 'DENY') return { titles: {}, full: {} }
    return withFirmRead(services.database, caller.firmId, (trx) => findNames(trx, resource, { scope: caller, ids }))
  })
  api.get<{ Params: { id: string } }>(`/${resource.name}/:id`, async (request, reply) => {
    const caller = callerOf(request)
    // Everyone may read their own role: the console renders itself from it.
    const isOwnRole = resource.name === 'user_security_role' && request.params.id === caller.role.id
    if (!isOwnRole) demand(request, resource, 'READ')
    const row = await withFirmRead(services.database, caller.firmId, (trx) =>
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
    const { row, undoId } = await withFirmWrite(services.database, caller.firmId, (trx) =>
      writeUndoable(trx, resource, { kind: 'create', input }, writerOf(services, caller)),
    )
    tellUndo(reply.code(201).header('location', `/api/v1/${resource.name}/${row.id}`), undoId)
    return sendRow(reply, resource, redact(resource, row, caller.role))
  })
}

function updateRoute(api: FastifyInstance, services: ResourceServices, resource: Resource): void {
  api.put<{ Params: { id: string } }>(`/${resource.name}/:id`, async (request, reply) => {
    const caller = demand(request, resource, 'FULL')
    const input = readInput(request, resource)
    const expected = readExpected(request)
    const { id } = request.params
    const { row, undoId } = await withFirmWrite(services.database, caller.firmId, (trx) =>
      writeUndoable(trx, resource, { kind: 'update', id, input, expected }, writerOf(services, caller)),
    )
    return sendRow(tellUndo(reply, undoId), resource, redact(resource, row, caller.role))
  })
}

function deleteRoute(api: FastifyInstance, services: ResourceServices, resource: Resource): void {
  api.delete<{ Params: { id: string } }>(`/${resource.name}/:id`, async (request, reply) => {
    const caller = demand(request, resource, 'FULL')
    const { id } = request.params
    const expected = readExpected(request)
    const { undoId } = await withFirmWrite(services.database, caller.firmId, (trx) =>
      writeUndoable(trx, resource, { kind: 'delete', id, expected }, writerOf(services, caller)),
    )
    return tellUndo(reply, undoId).code(204).send()
  })
}

function bulkRoutes(api: FastifyInstance, services: ResourceServices, resource: Resource): void {
  const { database } = services
  const write = async (
    caller: Caller,
    call: BulkCall,
    change: { kind: 'delete' } | { kind: 'update'; input: AnyRow },
  ) => {
    const changeOf = (id: string) => ({ ...change, id })
    const bulk = { call, writer: writerOf(services, caller), kind: change.kind, changeOf }
    return bulkJson(await withFirmWrite(database, caller.firmId, (trx) => writeSelected(trx, resource, bulk)))
  }
  api.post(`/${resource.name}/bulk-delete`, async (request) => {
    const caller = demand(request, resource, 'FULL')
    const call = readBulkCall(resource, readObject(request), caller)
    return write(caller, call, { kind: 'delete' })
  })
  api.post(`/${resource.name}/bulk-update`, async (request) => {
    const caller = demand(request, resource, 'FULL')
    const call = await readBulkUpdate(database, resource, { body: readObject(request), caller })
    return write(caller, call, { kind: 'update', input: call.values })
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

/** Returns the caller if their role has this access to the resource. Throws `forbidden`. */
export function demand(request: FastifyRequest, resource: Resource, needed: Exclude<AccessType, 'DENY'>): Caller {
  const caller = callerOf(request)
  const access = subjectAccess(resource.subject, caller.role)
  if (access === 'DENY' || (needed === 'FULL' && access !== 'FULL')) throw new ApiError('forbidden')
  return caller
}

/** A filter on values that rows show only in part would reveal the rest. */
export function refuseTelling(resource: Resource, query: Pick<SearchQuery, 'filters'>): void {
  const fields = behaviourOf(resource).present?.fields ?? []
  const problems = query.filters
    .filter((filter) => fields.includes(filter.field))
    .map(({ field }) => ({ field, code: 'unknown_field' }))
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
}

/** Throws `invalid_input` for a query that is malformed or not allowed for this role. */
function readQuery(resource: Resource, parameters: QueryParameters, caller: Caller): SearchQuery {
  const parsed = parseSearchQuery(resource, parameters, caller.role)
  if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
  refuseTelling(resource, parsed.query)
  return parsed.query
}

/** The IDs of a call for names. Throws `invalid_input` for none, or for more than it answers. */
function readIds({ ids }: QueryParameters): readonly string[] {
  const all = ids === undefined ? [] : ids.split(',')
  const code = all.length === 0 ? 'required' : all.length > pageLimits.max ? `too_many:${pageLimits.max}` : undefined
  if (code) throw new ApiError('invalid_input', { problems: [{ field: 'ids', code }] })
  return all.map(storedId)
}

/** The parameters of a search in a body, where numbers and the list of filters need not be texts. */
function parametersIn(body: AnyRow): QueryParameters {
  const problems: Problem[] = []
  const entries = Object.entries(body).map(([name, value]) => {
    if (typeof value === 'string') return [name, value]
    if (typeof value === 'number') return [name, String(value)]
    if (Array.isArray(value) && name === 'filters') return [name, JSON.stringify(value)]
    problems.push({ field: name, code: 'not_text', isAsSent: true })
    return [name, '']
  })
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return Object.fromEntries(entries)
}

/** Returns what a role may see of a row. */
function presenter(resource: Resource, role: Role): (row: AnyRow) => AnyRow {
  const redactRow = redactor(resource, role)
  const presentation = behaviourOf(resource).present
  return (row) => redactRow(presentation?.row(row, role) ?? row)
}

function writerOf({ secrets }: ResourceServices, { firmId, role, userId, timekeeperId, key }: Caller): Writer {
  return { firmId, role, userId, timekeeperId, key, box: secrets }
}
