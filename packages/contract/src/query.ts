import type { Role } from './access.ts'
import { kindOf } from './fields/registry.ts'
import { isPlainText } from './fields/string-kinds.ts'
import { isTimeZone } from './fields/time-zone.ts'
import { validateValue } from './input.ts'
import type { Problem } from './messages.ts'
import { camelCase, snakeCase } from './names.ts'
import { fieldAccess, findField, type Resource } from './resource.ts'

/** One condition on a field; the conditions of a query hold together. */
export type Filter =
  | { field: string; in: readonly string[] }
  | RangeFilter
  | { field: string; contains: string }
  | { field: string; isEmpty: boolean }

/** Both ends are part of it. */
export interface RangeFilter {
  field: string
  from?: string
  to?: string
  /** Of a moment: only what fell into this hour of the day, 0 to 23, in this time zone; one is not without the other. */
  hour?: number
  zone?: string
}

/** What a table asks for (specification, section 3: paging and sort query fields). */
export interface SearchQuery {
  max: number
  offset: number
  freeText: string
  sort: readonly { field: string; isDescending: boolean }[]
  filters: readonly Filter[]
}

export const pageLimits = { max: 500, default: 50, freeText: 200, sorts: 4, filters: 20, values: 200 } as const

/** The query parameters of a search, as the console and other programs send them. */
export type QueryParameters = Readonly<Record<string, string | undefined>>

/**
 * Reads the query parameters. Sorting and filtering by a field that the role may not see is refused like an
 * unknown field: the order of rows would tell what the rows do not.
 */
export function parseSearchQuery(
  resource: Resource,
  parameters: QueryParameters,
  role: Role,
): { query: SearchQuery } | { problems: readonly Problem[] } {
  const problems: Problem[] = []
  const query: SearchQuery = {
    max: wholeNumber('max', parameters.max ?? String(pageLimits.default), { most: pageLimits.max, problems }),
    offset: wholeNumber('offset', parameters.offset ?? '0', { most: 2_000_000_000, problems }),
    freeText: (parameters.freeText ?? '').trim(),
    sort: parseSort(resource, parameters.sort ?? resource.list.sort, { role, problems }),
    filters: parseFilters(resource, parameters.filters ?? '', { role, problems }),
  }
  const freeTextCode = freeTextProblem(resource, query.freeText, role)
  if (freeTextCode) problems.push({ field: 'freeText', code: freeTextCode })
  for (const name of Object.keys(parameters)) {
    if (!['max', 'offset', 'freeText', 'sort', 'filters'].includes(name))
      problems.push({ field: name, code: 'unknown_field' })
  }
  return problems.length > 0 ? { problems } : { query }
}

/** The parameters that say the query; what is at its default is left out. */
export function formatSearchQuery(query: Partial<SearchQuery>): Record<string, string> {
  const sort = (query.sort ?? [])
    .map(({ field, isDescending }) => (isDescending ? '-' : '') + snakeCase(field))
    .join(',')
  const filters = query.filters ?? []
  return {
    ...(query.max === undefined ? {} : { max: String(query.max) }),
    ...(query.offset ? { offset: String(query.offset) } : {}),
    ...(query.freeText ? { freeText: query.freeText } : {}),
    ...(sort ? { sort } : {}),
    ...(filters.length > 0
      ? { filters: JSON.stringify(filters.map((f) => ({ ...f, field: snakeCase(f.field) }))) }
      : {}),
  }
}

interface Reading {
  role: Role
  problems: Problem[]
}

function parseSort(resource: Resource, text: string, { role, problems }: Reading): SearchQuery['sort'] {
  const parts = text.split(',').filter((part) => part !== '')
  if (parts.length > pageLimits.sorts) {
    problems.push({ field: 'sort', code: `too_many:${pageLimits.sorts}` })
    return []
  }
  return parts.flatMap((part) => {
    const isDescending = part.startsWith('-')
    const key = camelCase(part.replace(/^-/, ''))
    if (!isSortable(resource, key, role)) {
      // The table's own first order must not fail for a role that may not see that column.
      if (camelCase(text) !== resource.list.sort) problems.push({ field: 'sort', code: 'unknown_field' })
      return []
    }
    return [{ field: key, isDescending }]
  })
}

function parseFilters(resource: Resource, text: string, { role, problems }: Reading): Filter[] {
  if (text.trim() === '') return []
  const list = parseJsonList(text)
  if (!list || list.length > pageLimits.filters) {
    problems.push({ field: 'filters', code: list ? `too_many:${pageLimits.filters}` : 'not_list' })
    return []
  }
  return list.flatMap((entry) => {
    const filter = readFilter(entry)
    if (!filter) {
      problems.push({ field: 'filters', code: 'not_list' })
      return []
    }
    const key = filter.field
    if (!isFilterable(resource, key, role)) {
      problems.push({ field: snakeCase(key), code: 'unknown_field' })
      return []
    }
    const code = boundProblem(resource, filter)
    if (code) problems.push({ field: snakeCase(key), code })
    return code ? [] : [filter]
  })
}

/** Words are looked for in the fields that are part of the free-text search, as far as the role sees them. */
function freeTextProblem(resource: Resource, text: string, role: Role): string | undefined {
  if (text === '') return undefined
  if (text.length > pageLimits.freeText) return `too_long:${pageLimits.freeText}`
  if (!isPlainText(text)) return 'control_characters'
  const isSearched = Object.entries(resource.fields).some(
    ([key, field]) => field.search && isVisible(resource, key, role),
  )
  return isSearched ? undefined : 'nothing_to_search'
}

function isVisible(resource: Resource, key: string, role: Role): boolean {
  const field = findField(resource, key)
  return field !== undefined && field.kind !== 'secret' && !field.within && fieldAccess(resource, key, role) !== 'DENY'
}

/** Whether this role may have the rows sorted by a field. */
export function isSortable(resource: Resource, key: string, role: Role): boolean {
  const field = findField(resource, key)
  if (!field || field.isComputed || !isVisible(resource, key, role) || kindOf(field).isSortable !== true) return false
  return resource.list.sortable?.includes(key) ?? true
}

function isFilterable(resource: Resource, key: string, role: Role): boolean {
  const field = findField(resource, key)
  if (field?.isComputed && !field.isFilterable) return false
  return isVisible(resource, key, role) && field?.kind !== 'map'
}

function readFilter(entry: unknown): Filter | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { field, ...given } = entry as Record<string, unknown>
  if (typeof field !== 'string') return undefined
  const condition = readCondition(given)
  // A part that is not understood must not be dropped: the answer would hold more than was asked for.
  if (!condition || !Object.keys(given).every((name) => Object.hasOwn(condition, name))) return undefined
  return { field: camelCase(field), ...condition }
}

type Condition = { in: string[] } | { contains: string } | { isEmpty: boolean } | Omit<RangeFilter, 'field'>

function readCondition(given: Record<string, unknown>): Condition | undefined {
  const { in: values, from, to, contains, isEmpty, hour, zone } = given
  if (isTextList(values) && values.length <= pageLimits.values) return { in: values }
  if (isText(contains) && contains.length <= pageLimits.freeText) return { contains }
  if (typeof isEmpty === 'boolean') return { isEmpty }
  const isHour = typeof hour === 'number' && Number.isInteger(hour) && hour >= 0 && hour < 24
  const bounds = {
    ...(isText(from) ? { from } : {}),
    ...(isText(to) ? { to } : {}),
    ...(isHour && isText(zone) && isTimeZone(zone) ? { hour, zone } : {}),
  }
  return Object.keys(bounds).length > 0 ? bounds : undefined
}

/** A bound must be a value of its field: the database would refuse it with an error of its own. */
function boundProblem(resource: Resource, filter: Filter): string | undefined {
  if (!('from' in filter || 'to' in filter || 'hour' in filter)) return undefined
  const field = findField(resource, filter.field)
  if (!field || kindOf(field).isSortable !== true) return 'not_text'
  if (filter.hour !== undefined && field.kind !== 'timestamp') return 'not_timestamp'
  for (const bound of [filter.from, filter.to]) {
    if (bound === undefined) continue
    if (bound.trim() === '') return 'required'
    const checked = validateValue(field, kindOf(field).fromCsv(bound))
    if ('code' in checked) return checked.code
  }
  return undefined
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && isPlainText(value)
}

function parseJsonList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    // Not JSON: the caller is told which parameter is wrong.
    return undefined
  }
}

function wholeNumber(name: string, text: string, { most, problems }: { most: number; problems: Problem[] }): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0 && value <= most) return value
  problems.push({ field: name, code: Number.isNaN(value) ? 'not_integer' : `too_large:${most}` })
  return 0
}
