import { readUuid } from '@courtcrier/contract/uuid.ts'
import { type RawBuilder, sql } from 'kysely'
import { isStorableTime } from '../../base/db/storable-time.ts'
import { type Filter, type FilterValue, invalid, type Operator, parseFilter } from './filter.ts'

/**
 * What a filter compares. Texts are compared whatever their case, as RFC 7643 says of names and addresses; `exact` ones,
 * such as external IDs, letter by letter.
 */
interface FilterColumn {
  kind: 'text' | 'exact' | 'id' | 'boolean' | 'time' | 'ids'
  /** For `ids`, a statement that selects them. */
  column: RawBuilder<unknown>
}

type FilterColumns = Readonly<Record<string, FilterColumn>>

/** Every resource is of one type and one schema. */
export function columnsOfType(resourceType: 'User' | 'Group', schema: string): FilterColumns {
  return {
    'meta.resourcetype': { kind: 'exact', column: sql`${resourceType}::text` },
    schemas: { kind: 'text', column: sql`${schema}::text` },
  }
}

/** Returns the condition of a filter; everything matches without one. Throws a `ScimError` (invalidFilter). */
export function filterCondition(text: string | undefined, columns: FilterColumns): RawBuilder<boolean> {
  return text === undefined || text.trim() === '' ? sql<boolean>`true` : conditionOf(parseFilter(text), columns)
}

function conditionOf(filter: Filter, columns: FilterColumns): RawBuilder<boolean> {
  if (filter.kind === 'not') return sql`(not ${conditionOf(filter.part, columns)})`
  if (filter.kind !== 'compare') {
    const parts = filter.parts.map((part) => conditionOf(part, columns))
    return sql`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`
  }
  const { attribute, operator, value } = filter
  const found = Object.hasOwn(columns, attribute) ? columns[attribute] : undefined
  if (!found) throw invalid(`there is no attribute "${attribute}" to filter by`)
  return sql`coalesce(${comparison(found, operator, value)}, false)`
}

function comparison({ kind, column }: FilterColumn, operator: Operator, value: FilterValue): RawBuilder<unknown> {
  if (kind === 'ids') return amongIds(column, operator, value)
  if (operator === 'pr') return kind === 'boolean' ? sql`true` : sql`${column} is not null`
  if (value === null) return nullCondition(column, operator)
  if (kind === 'boolean') return sql`${column} ${equality(operator)} ${booleanOf(value)}::boolean`
  if (kind === 'time')
    return sql`date_trunc('milliseconds', ${column}) ${timeOrder(operator)} ${timeOf(value)}::timestamptz`
  if (typeof value !== 'string') throw invalid('it compares a text with something else')
  const own = kind === 'text' ? sql`lowered(${column})` : column
  // IDs are stored in lowercase; even a part of one is compared in any letter case.
  const given = kind === 'exact' ? sql`${value}::text` : sql`lowered(${value}::text)`
  if (operator === 'co') return sql`position(${given} in ${own}) > 0`
  if (operator === 'sw') return sql`starts_with(${own}, ${given})`
  if (operator === 'ew') return sql`right(${own}, length(${given})) = ${given} and ${given} <> ''`
  return operator === 'ne' ? sql`${own} is distinct from ${given}` : sql`${own} ${order(operator)} ${given}`
}

function amongIds(ids: RawBuilder<unknown>, operator: Operator, value: FilterValue): RawBuilder<unknown> {
  if (operator === 'pr') return sql`exists (${ids})`
  if (operator !== 'eq' || typeof value !== 'string') throw invalid('members and groups can only be compared with eq')
  const id = readUuid(value)
  return id === undefined ? sql`false` : sql`${id}::uuid in (${ids})`
}

function nullCondition(column: RawBuilder<unknown>, operator: Operator): RawBuilder<unknown> {
  if (operator === 'eq') return sql`${column} is null`
  if (operator === 'ne') return sql`${column} is not null`
  throw invalid('null can only be compared with eq or ne')
}

function equality(operator: Operator): RawBuilder<unknown> {
  if (operator === 'eq') return sql`=`
  if (operator === 'ne') return sql`<>`
  throw invalid('true and false can only be compared with eq or ne')
}

function order(operator: Operator): RawBuilder<unknown> {
  if (operator === 'gt') return sql`>`
  if (operator === 'ge') return sql`>=`
  if (operator === 'lt') return sql`<`
  if (operator === 'le') return sql`<=`
  return equality(operator)
}

function timeOrder(operator: Operator): RawBuilder<unknown> {
  if (['co', 'sw', 'ew'].includes(operator)) throw invalid('times can only be compared with eq, ne, gt, ge, lt or le')
  return order(operator)
}

function booleanOf(value: FilterValue): boolean {
  const text = String(value).toLowerCase()
  if (text !== 'true' && text !== 'false') throw invalid('it compares true or false with something else')
  return text === 'true'
}

function timeOf(value: FilterValue): Date {
  const time = typeof value === 'string' ? new Date(value) : undefined
  if (!time || !isStorableTime(time)) throw invalid('it compares a time with something else')
  return time
}
