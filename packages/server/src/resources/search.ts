import type { Role } from '@courtcrier/contract/access.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { filterCondition } from './filter-condition.ts'
import { freeTextConditions } from './free-text.ts'
import { behaviourOf } from './registry.ts'
import type { SearchScope } from './viewer.ts'
import { isVisible } from './visible-rows.ts'

/** What a row `t` must fulfil to be found; whatever acts on the rows of a search asks by this too. */
export function whereOf(
  resource: Resource,
  {
    query,
    scope,
    within,
  }: { query: Pick<SearchQuery, 'filters' | 'freeText'>; scope: SearchScope; within?: RawBuilder<boolean> },
): RawBuilder<unknown> {
  const conditions = [
    sql`t.firm_id = ${scope.firmId}`,
    isVisible(resource, scope),
    ...(within ? [within] : []),
    ...query.filters.map((filter) => filterCondition(resource, filter)),
    ...freeTextConditions(resource, query.freeText, scope.role),
    ...searchableOnly(resource, query, scope.role),
  ]
  return sql.join(conditions, sql` and `)
}

/** Rows that hold words the role may not read are not found by them. */
function searchableOnly(
  resource: Resource,
  query: Pick<SearchQuery, 'freeText'>,
  role: Role,
): readonly RawBuilder<unknown>[] {
  const { isSearchable } = behaviourOf(resource)
  return query.freeText && isSearchable ? [sql`(${isSearchable(role)})`] : []
}

/** The columns of the computed fields, to put behind `t.*`. */
export function computedColumns(resource: Resource): RawBuilder<unknown> {
  const entries = Object.entries(behaviourOf(resource).computed ?? {})
  if (entries.length === 0) return sql``
  return sql`, ${sql.join(entries.map(([key, expression]) => sql`${expression} as ${sql.ref(snakeCase(key))}`))}`
}

/**
 * The id comes last, so that rows that are equal otherwise keep their place from page to page. `settled` is a field that
 * all rows have a value of, or none has.
 */
export function orderBy(resource: Resource, query: Pick<SearchQuery, 'sort'>, settled?: string): RawBuilder<unknown> {
  const sorts = query.sort.map(({ field, isDescending }) => {
    if (!isDescending) return sql`${column(field)} asc`
    // An index read backwards gives what is empty first; where that is no difference, it must not be asked for.
    return mayBeEmpty(resource, field) && field !== settled
      ? sql`${column(field)} desc nulls last`
      : sql`${column(field)} desc`
  })
  const isLastDescending = query.sort.at(-1)?.isDescending === true
  return sql.join([...sorts, isLastDescending ? sql`t.id desc` : sql`t.id asc`])
}

/** Whether rows may have no value of a field. */
export function mayBeEmpty(resource: Resource, key: string): boolean {
  const field = findField(resource, key)
  return Object.hasOwn(resource.fields, key) && field !== undefined && !field.required && kindOf(field).empty() === null
}

export function column(key: string): RawBuilder<unknown> {
  return sql.ref(`t.${snakeCase(key)}`)
}
