import type { Role } from '@courtcrier/contract/access.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { Filter, RangeFilter, SearchQuery } from '@courtcrier/contract/query.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { behaviourOf } from './behaviour.ts'
import { column } from './column.ts'
import { standsForOthers } from './fold.ts'
import { containsCondition, freeTextConditions } from './free-text.ts'
import type { SearchScope } from './viewer.ts'
import { isVisible } from './visible-rows.ts'

/** The condition a row of the table `alias` must satisfy to be found; anything that acts on found rows uses it too. */
export function whereOf(
  alias: string,
  resource: Resource,
  {
    query,
    scope,
    within,
  }: { query: MatchedQuery; scope: SearchScope; within?: (alias: string) => RawBuilder<boolean> },
): RawBuilder<unknown> {
  const matching = (of: string, filters: SearchQuery['filters']) => [
    sql`${sql.ref(`${of}.firm_id`)} = ${scope.firmId}`,
    isVisible(of, resource, scope),
    ...(within ? [within(of)] : []),
    ...filters.map((filter) => filterCondition(of, resource, { filter, scope })),
    ...freeTextConditions(of, resource, { freeText: query.freeText, role: scope.role }),
    ...searchableOnly(of, resource, { query, role: scope.role }),
  ]
  const conditionsFor = (of: string, filters: SearchQuery['filters']) => sql.join(matching(of, filters), sql` and `)
  const folded = standsForOthers(alias, resource, { query, scope, conditionsFor })
  return sql.join([...matching(alias, query.filters), ...folded], sql` and `)
}

/** The part of a query that determines which rows match. */
export type MatchedQuery = Pick<SearchQuery, 'filters' | 'freeText' | 'fold'>

/** Rows aren't found by words the role may not read. */
function searchableOnly(
  alias: string,
  resource: Resource,
  { query, role }: { query: Pick<SearchQuery, 'freeText'>; role: Role },
): readonly RawBuilder<unknown>[] {
  const { isSearchable } = behaviourOf(resource)
  return query.freeText && isSearchable ? [sql`(${isSearchable(alias, role)})`] : []
}

/** The columns of the computed fields as the viewer sees them, to follow all others of the table `alias`. */
export function computedColumns(alias: string, resource: Resource, scope: SearchScope): RawBuilder<unknown> {
  const entries = Object.entries(behaviourOf(resource).computed ?? {})
  if (entries.length === 0) return sql``
  return sql`, ${sql.join(entries.map(([key, expressionOf]) => sql`${expressionOf(alias, scope)} as ${sql.ref(snakeCase(key))}`))}`
}

/**
 * The ID comes last, so that otherwise equal rows keep their place from page to page. `settled` is a field that either
 * all rows have a value of, or none.
 */
export function orderBy(
  alias: string,
  resource: Resource,
  { query, settled }: { query: Pick<SearchQuery, 'sort'>; settled?: string },
): RawBuilder<unknown> {
  const sorts = query.sort.map(({ field, isDescending }) => {
    if (!isDescending) return sql`${column(alias, field)} asc`
    // An index read backward returns empty values first; if there are none, `nulls last` must not be requested.
    return mayBeEmpty(resource, field) && field !== settled
      ? sql`${column(alias, field)} desc nulls last`
      : sql`${column(alias, field)} desc`
  })
  const isLastDescending = query.sort.at(-1)?.isDescending === true
  return sql.join([...sorts, isLastDescending ? sql`${column(alias, 'id')} desc` : sql`${column(alias, 'id')} asc`])
}

/** Whether rows may have no value for a field. */
export function mayBeEmpty(resource: Resource, key: string): boolean {
  const field = findField(resource, key)
  if (!field || !Object.hasOwn(resource.fields, key)) return false
  return !field.required && !field.given && kindOf(field).empty() === null
}

/** The condition a row of the table `alias` must satisfy to pass the filter. */
function filterCondition(
  alias: string,
  resource: Resource,
  { filter, scope }: { filter: Filter; scope: SearchScope },
): RawBuilder<boolean> {
  const field = findField(resource, filter.field)
  const type = field ? kindOf(field).column(field) : 'text'
  const expression = behaviourOf(resource).computed?.[filter.field]?.(alias, scope) ?? column(alias, filter.field)
  if ('isEmpty' in filter) return emptyCondition(expression, { type, isEmpty: filter.isEmpty })
  if ('contains' in filter)
    return containsCondition(alias, resource, { key: filter.field, part: filter.contains, value: expression })
  if ('in' in filter) return listCondition(expression, { type, values: filter.in })
  return rangeCondition(expression, { type, ...filter })
}

function emptyCondition(
  expression: RawBuilder<unknown>,
  { type, isEmpty }: { type: string; isEmpty: boolean },
): RawBuilder<boolean> {
  const empty = type.endsWith('[]') ? sql`cardinality(${expression}) = 0` : sql`${expression} is null`
  return isEmpty ? sql`(${empty})` : sql`not (${empty})`
}

/** Compared in the column's type, which has the indexes; the query's values have been checked to be of it. */
function listCondition(
  expression: RawBuilder<unknown>,
  { type, values }: { type: string; values: readonly string[] },
): RawBuilder<boolean> {
  const [first] = values
  if (first === undefined) return sql<boolean>`false`
  const [one, list] = [sql.raw(type.replace('[]', '')), sql.raw(`${type.replace('[]', '')}[]`)]
  if (type.endsWith('[]')) return sql<boolean>`${expression} && ${values}::${list}`
  // For a single value the database knows that the rows are in the order of the index's next column.
  return values.length === 1
    ? sql<boolean>`${expression} = ${first}::${one}`
    : sql<boolean>`${expression} = any(${values}::${list})`
}

function rangeCondition(
  expression: RawBuilder<unknown>,
  { type, from, to, hour, zone }: Omit<RangeFilter, 'field'> & { type: string },
): RawBuilder<boolean> {
  const bounds = [
    ...(from === undefined ? [] : [sql`${expression} >= ${from}::${sql.raw(type)}`]),
    ...(to === undefined ? [] : [sql`${expression} <= ${to}::${sql.raw(type)}`]),
    ...(hour === undefined
      ? []
      : [sql`extract(hour from ${expression} at time zone ${zone}::text) = ${hour}::integer`]),
  ]
  return sql`(${sql.join(bounds, sql` and `)})`
}
