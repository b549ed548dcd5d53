import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { Filter, RangeFilter } from '@courtcrier/contract/query.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { containsCondition } from './free-text.ts'
import { behaviourOf } from './registry.ts'

/** What a row `t` must fulfil to pass the filter. */
export function filterCondition(resource: Resource, filter: Filter): RawBuilder<boolean> {
  const field = findField(resource, filter.field)
  const type = field ? kindOf(field).column(field) : 'text'
  const column = behaviourOf(resource).computed?.[filter.field] ?? sql.ref(`t.${snakeCase(filter.field)}`)
  if ('isEmpty' in filter) return emptyCondition(column, { type, isEmpty: filter.isEmpty })
  if ('contains' in filter) return containsCondition(resource, filter.field, filter.contains)
  if ('in' in filter) return listCondition(column, { type, values: filter.in })
  return rangeCondition(column, { type, ...filter })
}

function emptyCondition(
  column: RawBuilder<unknown>,
  { type, isEmpty }: { type: string; isEmpty: boolean },
): RawBuilder<boolean> {
  const empty = type.endsWith('[]') ? sql`cardinality(${column}) = 0` : sql`${column} is null`
  return isEmpty ? sql`(${empty})` : sql`not (${empty})`
}

/** Compared as what the column is where there are indexes; what can be no value of it finds nothing instead of failing. */
function listCondition(
  column: RawBuilder<unknown>,
  { type, values }: { type: string; values: readonly string[] },
): RawBuilder<boolean> {
  const isId = type.startsWith('uuid')
  const possible = isId ? values.filter(isUuid) : values
  const [first] = possible
  if (first === undefined) return sql<boolean>`false`
  if (type.endsWith('[]')) return sql<boolean>`${column} && ${possible}::${sql.raw(isId ? 'uuid[]' : 'text[]')}`
  const isDirect = isId || type === 'text'
  const value = isDirect ? column : sql`${column}::text`
  const as = sql.raw(isId ? 'uuid' : 'text')
  // Of one value the database knows that the rows come in the order of what follows it in an index.
  return possible.length === 1
    ? sql<boolean>`${value} = ${first}::${as}`
    : sql<boolean>`${value} = any(${possible}::${as}[])`
}

function rangeCondition(
  column: RawBuilder<unknown>,
  { type, from, to, hour, zone }: Omit<RangeFilter, 'field'> & { type: string },
): RawBuilder<boolean> {
  const bounds = [
    ...(from === undefined ? [] : [sql`${column} >= ${from}::${sql.raw(type)}`]),
    ...(to === undefined ? [] : [sql`${column} <= ${to}::${sql.raw(type)}`]),
    ...(hour === undefined ? [] : [sql`extract(hour from ${column} at time zone ${zone}::text) = ${hour}::integer`]),
  ]
  return sql`(${sql.join(bounds, sql` and `)})`
}
