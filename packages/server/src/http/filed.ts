import { listFiled } from '@courtcrier/contract/calls/filed.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { type FiledSection, type FiledUnder, filedSections, filedUnder, mayList } from '@courtcrier/contract/filed.ts'
import { parseSearchQuery, type QueryParameters } from '@courtcrier/contract/query.ts'
import { redactor } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { withFirmSearch } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { courtAndWider, findCourt } from '../courts/directory/directory.ts'
import { categoryOf } from '../notices/preferences/find-preference.ts'
import { findPage } from '../records/find-page.ts'
import { getRow } from '../records/read-row.ts'
import type { SearchScope } from '../records/viewer.ts'
import { isVisible } from '../records/visible-rows.ts'
import { demand } from './resources.ts'
import { sendRows } from './server/negotiation.ts'
import { serveCall } from './server/serve-call.ts'

/**
 * The records that belong to a case, matter, client, person, judge, jurisdiction or court: a page of each, as a search
 * answers.
 */
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
  serveCall(api, listFiled(parent, resource), async ({ request, reply, params: { id }, query }) => {
    const caller = demand(request, parent, 'READ')
    if (!mayList(section, caller.role)) throw new ApiError('forbidden')
    const { max, offset, ...others } = query as QueryParameters
    const [unknown] = Object.keys(others)
    if (unknown !== undefined)
      throw new ApiError('invalid_input', { problems: [{ field: unknown, code: 'unknown_field', isAsSent: true }] })
    const parsed = parseSearchQuery(resource, { max, offset }, caller.role)
    if ('problems' in parsed) throw new ApiError('invalid_input', { problems: parsed.problems })
    const { rows, ...count } = await withFirmSearch(database, caller.firmId, async (trx) => {
      await getRow(trx, parent, { ...caller, id })
      const within = (alias: string) =>
        isFiled(alias, section.entity, { under, id, firmId: caller.firmId, scope: caller })
      return findPage(trx, resource, { query: parsed.query, scope: caller, within })
    })
    return sendRows(reply, resource, { rows: rows.map(redactor(resource, caller.role)), ...count })
  })
}

interface Parent {
  under: FiledUnder
  id: string
  firmId: number
  scope: SearchScope
}

/**
 * Returns whether a row of the table `alias` belongs there. The IDs are collected first, starting from the few records above: otherwise
 * the database would go through all rows of the firm in order and check each.
 */
function isFiled(alias: string, entity: string, parent: Parent): RawBuilder<boolean> {
  const own = parent.under === 'ecfx_jurisdiction' ? fieldOfCourt[entity] : undefined
  // Most filings of a firm may be of one court: their IDs aren't collected.
  if (own) return sql<boolean>`${sql.ref(`${alias}.${own}`)} = ${parent.id}`
  return sql<boolean>`${sql.ref(`${alias}.id`)} = any(array(${idsFiled(entity, parent)}))`
}

/** The column of records that name a court themselves. */
const fieldOfCourt: Readonly<Record<string, string>> = {
  envelope: 'ecfx_jurisdiction_id',
  notice_format: 'ecfx_jurisdiction_id',
}

function idsFiled(entity: string, parent: Parent): RawBuilder<unknown> {
  const { under, id, firmId } = parent
  if (entity === 'matter') return matterIds(parent)
  if (entity === 'case') return sql`select id from cases where firm_id = ${firmId} and ${isCaseOf(parent)}`
  if (entity === 'envelope') return envelopeIds(parent)
  if (entity === 'timekeeper') return peopleIds(parent)
  if (entity === 'judge') return sql`select id from judges where firm_id = ${firmId} and ${isIn(parent)}`
  if (entity === 'jurisdiction') return jurisdictionIds(parent)
  if (entity === 'jurisdiction_preference') return preferenceIds(parent)
  if (entity === 'delivery' && under === 'timekeeper')
    return sql`select id from deliveries where firm_id = ${firmId} and timekeeper_id = ${id}::uuid`
  if (entity === 'document_copy') return copyIds(parent)
  const table = sql.table(entity === 'document' ? 'documents' : 'deliveries')
  return sql`select x.id from ${table} x where x.firm_id = ${firmId} and x.envelope_id = any(array(${envelopeIds(parent)}))`
}

/** Returns the copies for its cases, and those of its filings that are for no case. */
function copyIds(parent: Parent): RawBuilder<unknown> {
  const { firmId } = parent
  return sql`select x.id from document_copies x where x.firm_id = ${firmId}
      and x.case_id = any(array(select id from cases where firm_id = ${firmId} and ${isCaseOf(parent)}))
    union all select x.id from document_copies x where x.firm_id = ${firmId} and x.case_id is null
      and x.envelope_id = any(array(${envelopeIds(parent)}))`
}

/** Returns whether a case is the record, or belongs to it. */
function isCaseOf({ under, id, firmId }: Omit<Parent, 'scope'>): RawBuilder<boolean> {
  if (under === 'case') return sql<boolean>`id = ${id}::uuid`
  if (under === 'matter') return sql<boolean>`matter_id = ${id}::uuid`
  if (under === 'timekeeper') return sql<boolean>`${id}::uuid = any(assigned_timekeepers)`
  if (under === 'judge') return sql<boolean>`judge_id = ${id}::uuid`
  if (under === 'jurisdiction' || under === 'ecfx_jurisdiction') return isIn({ under, id, firmId })
  return sql<boolean>`matter_id in (select m.id from matters m where m.firm_id = ${firmId} and m.client_id = ${id}::uuid)`
}

/** Returns whether a case or judge is in the jurisdiction, or in one with the court. */
function isIn({ under, id, firmId }: Omit<Parent, 'scope'>): RawBuilder<boolean> {
  if (under === 'jurisdiction') return sql<boolean>`jurisdiction_id = ${id}::uuid`
  return sql<boolean>`jurisdiction_id in (${jurisdictionIds({ id, firmId })})`
}

/** Returns the firm's jurisdictions with the court; a notice's case is looked for in the same ones. */
function jurisdictionIds({ id, firmId }: Pick<Parent, 'id' | 'firmId'>): RawBuilder<unknown> {
  return sql`select j.id from jurisdictions j
    where j.firm_id = ${firmId} and j.ecfx_jurisdiction_ids && ${[...courtAndWider(id)]}::text[]`
}

/** Returns the preferences that may apply to a notice of the court, regardless of who was served. */
function preferenceIds(parent: Parent): RawBuilder<unknown> {
  const court = findCourt(parent.id)
  const category = (court && categoryOf(court)) ?? null
  return sql`select p.id from jurisdiction_preferences p where p.firm_id = ${parent.firmId}
    and (cardinality(p.jurisdiction_groups) = 0 or exists (select from jurisdiction_groups g
      where g.firm_id = p.firm_id and g.id = any(p.jurisdiction_groups)
        and (${category}::text = any(g.categories) or g.jurisdiction_ids && array(${jurisdictionIds(parent)}))))`
}

function envelopeIds(parent: Parent): RawBuilder<unknown> {
  return sql`select e.id from envelopes e where e.firm_id = ${parent.firmId}
    and e.case_id in (select id from cases where firm_id = ${parent.firmId} and ${isCaseOf(parent)})`
}

/** Returns a client's matters, or those a timekeeper is named in. */
function matterIds({ under, id, firmId }: Parent): RawBuilder<unknown> {
  const isOf =
    under === 'client'
      ? sql`client_id = ${id}::uuid`
      : sql`${id}::uuid in (billing_timekeeper_id, supervising_timekeeper_id, originating_timekeeper_id)`
  return sql`select id from matters where firm_id = ${firmId} and ${isOf}`
}

/**
 * Returns the timekeepers assigned to its cases, and those of the matter or client itself, as far as the viewer sees
 * these.
 */
function peopleIds(parent: Parent): RawBuilder<unknown> {
  const { under, id, firmId, scope } = parent
  const own = under === 'matter' ? sql`m.id = ${id}::uuid` : sql`m.client_id = ${id}::uuid`
  return sql`select unnest(c.assigned_timekeepers) from cases c
      where firm_id = ${firmId} and ${isCaseOf(parent)} and ${isVisible('c', courtCase, scope)}
    union select unnest(array[m.billing_timekeeper_id, m.supervising_timekeeper_id, m.originating_timekeeper_id])
      from matters m where m.firm_id = ${firmId} and ${own} and ${isVisible('m', matter, scope)}
    union select originating_timekeeper_id from clients
      where firm_id = ${firmId} and ${under === 'client'}::boolean and id = ${id}::uuid`
}
