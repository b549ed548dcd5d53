import { ApiError } from '@courtcrier/contract/errors.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, isLarge, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { refuseTooBroad } from './broad-text.ts'
import { column, computedColumns, mayBeEmpty, orderBy, whereOf } from './search.ts'
import type { SearchScope } from './viewer.ts'

export interface Page {
  rows: AnyRow[]
  /** How many fit; when there are more than are counted, how many there are at least. */
  total: number
  isAtLeast: boolean
}

export interface Search {
  query: SearchQuery
  scope: SearchScope
  /** What a row `t` must fulfil besides; nothing a caller wrote. */
  within?: RawBuilder<boolean>
}

/** So far rows are counted for a page, and so many may fit words that are looked for. */
const mostCounted = 10_000

/**
 * The rows of a page and how many there are in all. The query is one that `parseSearchQuery` allowed this role. Throws
 * `too_broad` when words fit more rows than a person would look through.
 */
export async function findPage(trx: Trx, resource: Resource, search: Search): Promise<Page> {
  const { query } = search
  if (query.freeText && isLarge(resource)) return findByText(trx, resource, search)
  const ids = await pageIds(trx, resource, search)
  const isLast = ids.length < query.max && (ids.length > 0 || query.offset === 0)
  const most = Math.max(mostCounted, query.offset + ids.length)
  // Asked together, the two cost one way to the server.
  const [rows, counted] = await Promise.all([
    readRows(trx, resource, { ids, scope: search.scope }),
    isLast ? query.offset + ids.length : countRows(trx, resource, { where: whereOf(resource, search), most: most + 1 }),
  ])
  return { rows, total: Math.min(counted, most), isAtLeast: counted > most }
}

/** How many rows fit, all of them counted, however long it takes. */
export async function countMatches(
  trx: Trx,
  resource: Resource,
  search: { query: Pick<SearchQuery, 'filters' | 'freeText'>; scope: SearchScope },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${firmRows(resource)} t where ${whereOf(resource, search)}`.execute(trx)
  return rows[0]?.n ?? 0
}

async function countRows(
  trx: Trx,
  resource: Resource,
  { where, most }: { where: RawBuilder<unknown>; most: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from ${firmRows(resource)} t where ${where} limit ${most}
    ) fitting`.execute(trx)
  return rows[0]?.n ?? 0
}

/** The words decide, whatever the order: what fits is found first and sorted then, so it must not be too much. */
async function findByText(trx: Trx, resource: Resource, search: Search): Promise<Page> {
  const { query, scope } = search
  const where = whereOf(resource, search)
  await refuseTooBroad(trx, resource, { where, freeText: query.freeText, firmId: scope.firmId, most: mostCounted })
  const sorted = [...new Set(['id', ...query.sort.map(({ field }) => field)])].map(column)
  const { rows: found } = await sql<{ id: string; n: number }>`
    with fitting as materialized (
      select ${sql.join(sorted)} from ${firmRows(resource)} t where ${where} limit ${mostCounted + 1}
    )
    select t.id, count(*) over ()::int as n from fitting t
    order by ${orderBy(resource, query)} limit ${query.max} offset ${query.offset}`.execute(trx)
  const isUnknown = found.length === 0 && (query.offset > 0 || query.max === 0)
  const total = isUnknown ? await countRows(trx, resource, { where, most: mostCounted + 1 }) : (found[0]?.n ?? 0)
  if (total > mostCounted) throw new ApiError('too_broad')
  return { rows: await readRows(trx, resource, { ids: found.map(({ id }) => id), scope }), total, isAtLeast: false }
}

/** The ids of a page. Rows far back are counted off in an index, without reading them. */
async function pageIds(trx: Trx, resource: Resource, search: Search): Promise<string[]> {
  const { query } = search
  const where = whereOf(resource, search)
  const [first] = query.sort
  const isSplit = isLarge(resource) && first?.isDescending && mayBeEmpty(resource, first.field)
  if (!isSplit) return readIds(trx, resource, { where, order: orderBy(resource, query), ...query })
  // An index read backwards gives the rows without a value first, and they come last: they are another reading of it.
  const order = orderBy(resource, query, first.field)
  const filled = sql`${where} and ${column(first.field)} is not null`
  const ids = await readIds(trx, resource, { where: filled, order, ...query })
  if (ids.length === query.max) return ids
  const isEnd = ids.length > 0 || query.offset === 0
  const before = isEnd
    ? query.offset + ids.length
    : await countRows(trx, resource, { where: filled, most: query.offset })
  const empty = { where: sql`${where} and ${column(first.field)} is null`, order }
  const rest = { max: query.max - ids.length, offset: Math.max(0, query.offset - before) }
  return [...ids, ...(await readIds(trx, resource, { ...empty, ...rest }))]
}

async function readIds(
  trx: Trx,
  resource: Resource,
  {
    where,
    order,
    max,
    offset,
  }: { where: RawBuilder<unknown>; order: RawBuilder<unknown>; max: number; offset: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${firmRows(resource)} t where ${where}
    order by ${order} limit ${max} offset ${offset}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** The rows in the order of their ids. */
async function readRows(
  trx: Trx,
  resource: Resource,
  { ids, scope }: { ids: readonly string[]; scope: SearchScope },
): Promise<AnyRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns(resource)} from ${firmRows(resource)} t
    where t.firm_id = ${scope.firmId} and t.id = any(${[...ids]}::uuid[])`.execute(trx)
  const byId = new Map(rows.map((record) => [String(record.id), record]))
  return ids.flatMap((id) => {
    const record = byId.get(id)
    return record ? [rowOf(resource, record)] : []
  })
}
