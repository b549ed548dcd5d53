import { ApiError } from '@courtcrier/contract/errors.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { type FiledSection, type FiledUnder, filedSections, filedUnder, mayList } from '@courtcrier/contract/filed.ts'
import { parseSearchQuery, type QueryParameters } from '@courtcrier/contract/query.ts'
import { redactor } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { withFirmSearch } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findPage } from '../resources/find-page.ts'
import { getRow } from '../resources/store.ts'
import { filedOperation } from './filed-operations.ts'
import { sendRows } from './negotiation.ts'
import { demand } from './resources.ts'

/** What is filed, told and stored under one matter or client: pages of each sort, as every search gives them. */
export function filedRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  for (const under of filedUnder)
    for (const section of filedSections(under)) filedRoute(api, database, { under, section })
}

function filedRoute(
  api: FastifyInstance,
  database: Services['database'],
  { under, section }: { under: FiledUnder; section: FiledSection },
): void {
  const parent = getResource(under)
  const resource = getResource(section.entity)
  const config = { operation: filedOperation(parent, resource) }
  api.get<{ Params: { id: string } }>(`/filed/${under}/:id/${resource.name}`, { config }, async (request, reply) => {
    const caller = demand(request, parent, 'READ')
    if (!mayList(section, caller.role)) throw new ApiError('forbidden')
    const { id } = request.params
    if (!isUuid(id)) throw new ApiError('not_found')
    const { max, offset, ...others } = request.query as QueryParameters
    const [unknown] = Object.keys(others)
    if (unknown !== undefined)
      throw new ApiError('invalid_input', { problems: [{ field: unknown, code: 'unknown_field' }] })
    const parsed = parseSearchQuery(resource, { max, offset }, caller.role)
    if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
    const { rows, ...count } = await withFirmSearch(database, caller.firmId, async (trx) => {
      await getRow(trx, parent, { ...caller, id })
      const within = isFiled(section.entity, { under, id, firmId: caller.firmId })
      return findPage(trx, resource, { query: parsed.query, scope: caller, within })
    })
    return sendRows(reply, resource, { rows: rows.map(redactor(resource, caller.role)), ...count })
  })
}

interface Parent {
  under: FiledUnder
  id: string
  firmId: number
}

/**
 * Whether a row `t` is filed there. The ids are gathered first, from the few records above: the database would otherwise
 * go through all rows of the firm in their order and look at each.
 */
function isFiled(entity: string, parent: Parent): RawBuilder<boolean> {
  return sql<boolean>`t.id = any(array(${idsFiled(entity, parent)}))`
}

function idsFiled(entity: string, parent: Parent): RawBuilder<unknown> {
  const { id, firmId } = parent
  if (entity === 'matter') return sql`select id from matters where firm_id = ${firmId} and client_id = ${id}::uuid`
  if (entity === 'case') return sql`select id from cases where firm_id = ${firmId} and ${ofMatters(parent)}`
  if (entity === 'envelope') return envelopeIds(parent)
  if (entity === 'timekeeper') return peopleIds(parent)
  const table = sql.table({ document: 'documents', delivery: 'deliveries' }[entity] ?? 'document_copies')
  return sql`select x.id from ${table} x where x.firm_id = ${firmId} and x.envelope_id = any(array(${envelopeIds(parent)}))`
}

/** Whether a case belongs to the matter, or to one of the client's. */
function ofMatters({ under, id, firmId }: Parent): RawBuilder<boolean> {
  return under === 'matter'
    ? sql<boolean>`matter_id = ${id}::uuid`
    : sql<boolean>`matter_id in (select m.id from matters m where m.firm_id = ${firmId} and m.client_id = ${id}::uuid)`
}

function envelopeIds(parent: Parent): RawBuilder<unknown> {
  return sql`select e.id from envelopes e where e.firm_id = ${parent.firmId}
    and e.case_id in (select id from cases where firm_id = ${parent.firmId} and ${ofMatters(parent)})`
}

/** Whoever is assigned to its cases, and whose matter or client it is. */
function peopleIds(parent: Parent): RawBuilder<unknown> {
  const { under, id, firmId } = parent
  const own = under === 'matter' ? sql`m.id = ${id}::uuid` : sql`m.client_id = ${id}::uuid`
  return sql`select unnest(assigned_timekeepers) from cases where firm_id = ${firmId} and ${ofMatters(parent)}
    union select unnest(array[m.billing_timekeeper_id, m.supervising_timekeeper_id, m.originating_timekeeper_id])
      from matters m where m.firm_id = ${firmId} and ${own}
    union select originating_timekeeper_id from clients
      where firm_id = ${firmId} and ${under === 'client'}::boolean and id = ${id}::uuid`
}
