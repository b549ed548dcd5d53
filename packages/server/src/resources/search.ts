import type { Role } from '@courtcrier/contract/access.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { Filter, SearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess, findField, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { type DatabaseRecord, rowOf } from '../db/rows.ts'
import { behaviourOf } from './registry.ts'

export interface SearchScope {
  firmId: number
  role: Role
}

/** The rows of a page and how many there are in all. The query is one that `parseSearchQuery` allowed this role. */
export async function searchRows(
  trx: Trx,
  resource: Resource,
  { query, scope }: { query: SearchQuery; scope: SearchScope },
): Promise<{ rows: AnyRow[]; total: number }> {
  const where = whereOf(resource, { query, scope })
  const table = sql.table(tableOf(resource))
  const page = await sql<DatabaseRecord>`
    select t.*${computedColumns(resource)} from ${table} t where ${where}
    order by ${orderBy(query)} limit ${query.max} offset ${query.offset}`.execute(trx)
  const isWhole = query.offset === 0 && page.rows.length < query.max
  const total = isWhole ? page.rows.length : await countRows(trx, table, where)
  return { rows: page.rows.map((record) => rowOf(resource, record)), total }
}

/** What a row `t` must fulfil to be found; whatever acts on the rows of a search asks by this too. */
export function whereOf(
  resource: Resource,
  { query, scope }: { query: Pick<SearchQuery, 'filters' | 'freeText'>; scope: SearchScope },
): RawBuilder<unknown> {
  const conditions = [
    sql`t.firm_id = ${scope.firmId}`,
    ...query.filters.map((filter) => conditionOf(resource, filter)),
    ...freeTextConditions(resource, query.freeText, scope.role),
  ]
  return sql.join(conditions, sql` and `)
}

/** The columns of the computed fields, to put behind `t.*`. */
export function computedColumns(resource: Resource): RawBuilder<unknown> {
  const entries = Object.entries(behaviourOf(resource).computed ?? {})
  if (entries.length === 0) return sql``
  return sql`, ${sql.join(entries.map(([key, expression]) => sql`${expression} as ${sql.ref(snakeCase(key))}`))}`
}

async function countRows(trx: Trx, table: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${table} t where ${where}`.execute(trx)
  return rows[0]?.n ?? 0
}

/** The id comes last, so that rows that are equal otherwise keep their place from page to page. */
export function orderBy(query: Pick<SearchQuery, 'sort'>): RawBuilder<unknown> {
  const sorts = query.sort.map(({ field, isDescending }) =>
    isDescending ? sql`${column(field)} desc nulls last` : sql`${column(field)} asc nulls last`,
  )
  const isLastDescending = query.sort.at(-1)?.isDescending === true
  return sql.join([...sorts, isLastDescending ? sql`t.id desc` : sql`t.id asc`])
}

function conditionOf(resource: Resource, filter: Filter): RawBuilder<boolean> {
  const field = findField(resource, filter.field)
  const type = field ? kindOf(field).column(field) : 'text'
  const isList = type.endsWith('[]')
  if ('isEmpty' in filter) return emptyCondition(filter, isList)
  if ('contains' in filter) return sql`${column(filter.field)}::text ilike ${likePattern(filter.contains)}`
  if ('in' in filter) {
    // Compared as text, so that a value that is no UUID finds nothing instead of failing.
    return isList
      ? sql`${column(filter.field)}::text[] && ${[...filter.in]}::text[]`
      : sql`${column(filter.field)}::text = any(${[...filter.in]}::text[])`
  }
  return rangeCondition(filter, type)
}

function emptyCondition(filter: { field: string; isEmpty: boolean }, isList: boolean): RawBuilder<boolean> {
  const empty = isList ? sql`cardinality(${column(filter.field)}) = 0` : sql`${column(filter.field)} is null`
  return filter.isEmpty ? sql`(${empty})` : sql`not (${empty})`
}

function rangeCondition(filter: { field: string; from?: string; to?: string }, type: string): RawBuilder<boolean> {
  const bounds = [
    ...(filter.from === undefined ? [] : [sql`${column(filter.field)} >= ${filter.from}::${sql.raw(type)}`]),
    ...(filter.to === undefined ? [] : [sql`${column(filter.field)} <= ${filter.to}::${sql.raw(type)}`]),
  ]
  return sql`(${sql.join(bounds, sql` and `)})`
}

/** Every word must be in one of the searchable fields that the role may see. */
function freeTextConditions(resource: Resource, freeText: string, role: Role): RawBuilder<boolean>[] {
  const words = freeText.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return []
  const keys = Object.entries(resource.fields)
    .filter(([key, field]) => field.search && !field.isComputed && fieldAccess(resource, key, role) !== 'DENY')
    .map(([key]) => key)
  if (keys.length === 0) return [sql<boolean>`false`]
  return words.map((word) => {
    const pattern = likePattern(word)
    return sql<boolean>`(${sql.join(
      keys.map((key) => sql`${column(key)} ilike ${pattern}`),
      sql` or `,
    )})`
  })
}

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

function column(key: string): RawBuilder<unknown> {
  return sql.ref(`t.${snakeCase(key)}`)
}
