import { ApiError } from '@courtcrier/contract/errors.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, isLarge, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { behaviourOf } from './behaviour.ts'
import { refuseTooBroad } from './broad-text.ts'
import { column } from './column.ts'
import { mostFolded } from './fold.ts'
import { computedColumns, type MatchedQuery, mayBeEmpty, orderBy, whereOf } from './search.ts'
import type { SearchScope } from './viewer.ts'
import { isBarred } from './walls/walls.ts'

export interface Page {
  rows: AnyRow[]
  /** The number of matches; if more than are counted, a lower bound. */
  total: number
  isAtLeast: boolean
}

export interface Search {
  query: SearchQuery
  scope: SearchScope
  /** A further condition on a row of the table `alias`; never written by a caller. */
  within?: (alias: string) => RawBuilder<boolean>
}

/** Rows are counted up to this number, and words may match this many. */
const mostCounted = 10_000

/**
 * The rows of a page and the number of matches. The query has passed `parseSearchQuery` for this role. Throws
 * `too_broad` if words match more rows than a person would look through.
 */
export async function findPage(trx: Trx, resource: Resource, search: Search): Promise<Page> {
  const { query } = search
  if (query.freeText && isLarge(resource)) return findByText(trx, resource, search)
  const ids = await pageIds(trx, resource, search)
  const isLast = ids.length < query.max && (ids.length > 0 || query.offset === 0)
  const most = Math.max(query.fold === undefined ? mostCounted : mostFolded, query.offset + ids.length)
  // Sent together, the two cost one round trip.
  const [rows, counted] = await Promise.all([
    readRows(trx, resource, { ids, scope: search.scope }),
    isLast ? query.offset + ids.length : countFound(trx, resource, { search, most: most + 1 }),
  ])
  return { rows, total: Math.min(counted, most), isAtLeast: counted > most }
}

/** The number of matches, all of them counted, however long it takes. */
export async function countMatches(
  trx: Trx,
  resource: Resource,
  search: { query: MatchedQuery; scope: SearchScope },
): Promise<number> {
  const count = async (where: RawBuilder<unknown>) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${firmRows(resource)} t where ${where}`.execute(trx)
    return rows[0]?.n ?? 0
  }
  // A row behind a wall stands for no others, so folded rows can't be counted without the walls.
  const isPlain = !behaviourOf(resource).visible && search.query.fold === undefined
  const barred = isPlain ? isBarred('t', resource, search.scope) : undefined
  if (!barred) return count(whereOf('t', resource, search))
  // Almost no rows are behind a wall, so those are counted separately instead of checking every row's stamp. In two
  // statements, since the database parallelizes a count only if it is the whole statement.
  const free = whereOf('t', resource, { ...search, scope: { ...search.scope, timekeeperId: undefined } })
  const [all, hidden] = await Promise.all([count(free), count(sql`${free} and ${barred}`)])
  return all - hidden
}

async function countFound(
  trx: Trx,
  resource: Resource,
  { search, most }: { search: Search; most: number },
): Promise<number> {
  const kept = search.within ? undefined : await behaviourOf(resource).countFound?.(trx, search, most)
  const parts = partsOf(resource, search.query)
  return kept ?? countRows(trx, resource, { where: whereOf('t', resource, search), parts, most })
}

function partsOf(resource: Resource, { filters }: Pick<SearchQuery, 'filters'>): readonly RawBuilder<boolean>[] {
  return behaviourOf(resource).partsFound?.('t', filters) ?? []
}

interface WantedRows {
  where: RawBuilder<unknown>
  parts?: readonly RawBuilder<boolean>[] | undefined
  /** What is needed of each row; and how many of them, in which order. */
  columns: RawBuilder<unknown>
  order?: RawBuilder<unknown>
  most: number
}

/** The rows found, as the table `t`: of each part with an index of its own no more than are needed. */
function foundIn(
  resource: Resource,
  { where, parts = [], columns, order = sql``, most }: WantedRows,
): RawBuilder<unknown> {
  const rows = (condition: RawBuilder<unknown>) => sql`${firmRows(resource)} t where ${condition}`
  if (parts.length === 0) return rows(where)
  const each = parts.map(
    (part) => sql`(select ${columns} from ${rows(sql`${where} and ${part}`)} ${order} limit ${most})`,
  )
  return sql`(${sql.join(each, sql` union all `)}) t`
}

async function countRows(
  trx: Trx,
  resource: Resource,
  { where, parts, most }: Omit<WantedRows, 'columns' | 'order'>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from ${foundIn(resource, { where, parts, columns: sql`1`, most })} limit ${most}
    ) fitting`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Matches are found by their words first and sorted afterward, whatever the order, so there must not be too many. */
async function findByText(trx: Trx, resource: Resource, search: Search): Promise<Page> {
  const { query, scope } = search
  const where = whereOf('t', resource, search)
  // Words are judged by the rows they match, whatever these are folded to.
  const { fold: _, ...unfolded } = query
  const found = whereOf('t', resource, { ...search, query: unfolded })
  await refuseTooBroad(trx, resource, {
    where: found,
    freeText: query.freeText,
    firmId: scope.firmId,
    most: mostCounted,
  })
  const { rows: page } = await sql<{ id: string; n: number }>`
    with fitting as materialized (
      select ${sql.join(columnsOf(query.sort))} from ${firmRows(resource)} t where ${where} limit ${mostCounted + 1}
    )
    select t.id, count(*) over ()::int as n from fitting t
    order by ${orderBy('t', resource, { query })} limit ${query.max} offset ${query.offset}`.execute(trx)
  const isUnknown = page.length === 0 && (query.offset > 0 || query.max === 0)
  const total = isUnknown ? await countRows(trx, resource, { where, most: mostCounted + 1 }) : (page[0]?.n ?? 0)
  if (total > mostCounted) throw new ApiError('too_broad')
  return { rows: await readRows(trx, resource, { ids: page.map(({ id }) => id), scope }), total, isAtLeast: false }
}

/** The IDs of a page. An offset is skipped in an index, without reading the rows. */
async function pageIds(trx: Trx, resource: Resource, search: Search): Promise<string[]> {
  const { query } = search
  const where = whereOf('t', resource, search)
  const [first] = query.sort
  const isSplit = isLarge(resource) && first?.isDescending && mayBeEmpty(resource, first.field)
  if (!isSplit) {
    const parts = partsOf(resource, query)
    return readIds(trx, resource, { where, parts, order: orderBy('t', resource, { query }), ...query })
  }
  // An index read backward returns rows without a value first, but they come last, so they are read separately.
  const order = orderBy('t', resource, { query, settled: first.field })
  const filled = sql`${where} and ${column('t', first.field)} is not null`
  const ids = await readIds(trx, resource, { ...query, where: filled, order })
  if (ids.length === query.max) return ids
  const isEnd = ids.length > 0 || query.offset === 0
  const before = isEnd
    ? query.offset + ids.length
    : await countRows(trx, resource, { where: filled, most: query.offset })
  const empty = { where: sql`${where} and ${column('t', first.field)} is null`, order }
  const rest = { max: query.max - ids.length, offset: Math.max(0, query.offset - before) }
  return [...ids, ...(await readIds(trx, resource, { ...query, ...empty, ...rest }))]
}

async function readIds(
  trx: Trx,
  resource: Resource,
  {
    where,
    parts,
    order,
    sort,
    max,
    offset,
  }: Omit<WantedRows, 'columns' | 'most'> & Pick<SearchQuery, 'sort' | 'max' | 'offset'>,
): Promise<string[]> {
  const byOrder = sql`order by ${order}`
  const found = { where, parts, columns: sql.join(columnsOf(sort)), order: byOrder, most: max + offset }
  const { rows } = await sql<{ id: string }>`
    select t.id from ${foundIn(resource, found)} ${byOrder} limit ${max} offset ${offset}`.execute(trx)
  return rows.map(({ id }) => id)
}

function columnsOf(sort: SearchQuery['sort']): readonly RawBuilder<unknown>[] {
  return [...new Set(['id', ...sort.map(({ field }) => field)])].map((key) => column('t', key))
}

/** The rows, in the order of their IDs. */
async function readRows(
  trx: Trx,
  resource: Resource,
  { ids, scope }: { ids: readonly string[]; scope: SearchScope },
): Promise<AnyRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DatabaseRecord>`
    select t.*${computedColumns('t', resource, scope)} from ${firmRows(resource)} t
    where t.firm_id = ${scope.firmId} and t.id = any(${[...ids]}::uuid[])`.execute(trx)
  const byId = new Map(rows.map((record) => [String(record.id), record]))
  return ids.flatMap((id) => {
    const record = byId.get(id)
    return record ? [rowOf(resource, record)] : []
  })
}
