import type { Role } from './access.ts'
import { dateFiltersOf } from './date-filters.ts'
import type { Field } from './fields/field.ts'
import { kindOf } from './fields/registry.ts'
import { isLongerThan, isPlainText } from './fields/string-kinds.ts'
import { validateValue } from './input.ts'
import { findJsonExcess } from './json-excess.ts'
import type { Problem } from './messages.ts'
import { camelCase, snakeCase } from './names.ts'
import { pageLimits } from './page-limits.ts'
import { type Condition, type RangeCondition, readCondition } from './read-condition.ts'
import { findRepeatedKey } from './repeated-key.ts'
import { type AnyRow, fieldAccess, findField, type Resource } from './resource.ts'
import { storedId } from './uuid.ts'

/** One condition on a field; all conditions of a query must hold. */
export type Filter = { field: string } & Condition

export type RangeFilter = { field: string } & RangeCondition

export function isRangeFilter(filter: Filter): filter is RangeFilter {
  return 'from' in filter || 'to' in filter || 'hour' in filter
}

/** The query of a table (specification, section 3: paging and sort query fields). */
export interface SearchQuery {
  max: number
  offset: number
  freeText: string
  sort: readonly { field: string; isDescending: boolean }[]
  filters: readonly Filter[]
  /** Where a listing by last change goes on, instead of `sort` and `offset`. */
  cursor?: ChangeCursor
  /** The field whose rows with the same value are returned as one; only the one its resource's `list.fold` names. */
  fold?: string
}

/** The last row received from a listing by last change; 'start' for the first page. */
export type ChangeCursor = 'start' | { updatedAt: string; id: string }

/** The names of a search's parameters, which other calls use for the same thing. */
const searchParameters = ['max', 'offset', 'freeText', 'sort', 'filters', 'fold', 'cursor'] as const

/** The query parameters of a search, as the console and other programs send them. */
export type QueryParameters = Readonly<Record<string, string | undefined>>

/**
 * Parses the query parameters. Sorting or filtering by a field the role may not see is refused like an unknown field:
 * the order of rows would reveal what the rows don't show.
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
    // As names and numbers are stored (`lineOf`).
    freeText: (parameters.freeText ?? '').trim().normalize('NFC'),
    sort: parseSort(resource, parameters.sort ?? resource.list.sort, { role, problems }),
    filters: parseFilters(resource, parameters.filters ?? '', { role, problems }),
    ...parseFold(resource, parameters.fold, { role, problems }),
    ...parseCursor(resource, parameters, { role, problems }),
  }
  const freeTextCode = freeTextProblem(resource, query.freeText, role)
  if (freeTextCode) problems.push({ field: 'freeText', code: freeTextCode, isAsSent: true })
  for (const name of Object.keys(parameters)) {
    if (!(searchParameters as readonly string[]).includes(name))
      problems.push({ field: name, code: 'unknown_field', isAsSent: true })
  }
  return problems.length > 0 ? { problems } : { query }
}

/** Returns the parameters for the query, without defaults. Listing by last change is for programs. */
export function formatSearchQuery(query: Partial<Omit<SearchQuery, 'cursor'>>): Record<string, string> {
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
    ...(query.fold ? { fold: snakeCase(query.fold) } : {}),
  }
}

interface ParseContext {
  role: Role
  problems: Problem[]
}

function parseSort(resource: Resource, text: string, { role, problems }: ParseContext): SearchQuery['sort'] {
  const parts = text.split(',').filter((part) => part !== '')
  if (parts.length > pageLimits.sorts) {
    problems.push({ field: 'sort', code: `too_many:${pageLimits.sorts}` })
    return []
  }
  return parts.flatMap((part) => {
    const isDescending = part.startsWith('-')
    const key = camelCase(part.replace(/^-/, ''))
    if (!isSortable(resource, key, role)) {
      // The table's own default order must not fail for a role that may not see that column.
      if (camelCase(text) !== resource.list.sort) problems.push({ field: 'sort', code: 'unknown_field' })
      return []
    }
    return [{ field: key, isDescending }]
  })
}

function parseFilters(resource: Resource, text: string, { role, problems }: ParseContext): Filter[] {
  if (text.trim() === '') return []
  const list = parseJsonList(text)
  if (!list || list.length > pageLimits.filters) {
    problems.push({ field: 'filters', code: list ? `too_many:${pageLimits.filters}` : 'not_list' })
    return []
  }
  const key = findRepeatedKey(text)
  if (key !== undefined) {
    problems.push({ field: `filters.${key}`, code: 'repeated', isAsSent: true })
    return []
  }
  const filters = list.flatMap((entry) => {
    const checked = checkFilter(resource, entry, role)
    if (!('code' in checked)) return [checked]
    problems.push(checked)
    return []
  })
  if (dateFiltersOf(resource, filters).length > 1) problems.push({ field: 'filters', code: 'one_date_filter' })
  return filters
}

function checkFilter(resource: Resource, entry: unknown, role: Role): Filter | Problem {
  const named = typeof entry === 'object' && entry !== null && 'field' in entry ? entry.field : undefined
  if (typeof named !== 'string') return { field: 'filters', code: 'not_filter' }
  const key = camelCase(named)
  if (!isFilterable(resource, key, role)) return { field: named, code: 'unknown_field', isAsSent: true }
  const condition = readCondition(entry as AnyRow)
  const checked = 'code' in condition ? condition : withCheckedValues(resource, { field: key, ...condition })
  return 'code' in checked ? { field: snakeCase(key), code: checked.code } : checked
}

function parseFold(
  resource: Resource,
  given: string | undefined,
  { role, problems }: ParseContext,
): Pick<SearchQuery, 'fold'> {
  if (given === undefined) return {}
  const fold = foldFor(resource, role)
  if (fold !== undefined && given === snakeCase(fold)) return { fold }
  problems.push({ field: 'fold', code: 'unknown_field' })
  return {}
}

/** Returns the cursor of a resource's list as programs send it back; they need not look inside. */
export function formatCursor({ name }: Resource, { updatedAt, id }: Exclude<ChangeCursor, 'start'>): string {
  return btoa(`${updatedAt} ${id} ${name}`).replaceAll('=', '')
}

/** A listing by last change has an order and a place of its own, and what it lists must be visible to the role. */
function parseCursor(
  resource: Resource,
  { cursor: given, sort, offset, fold }: QueryParameters,
  { role, problems }: ParseContext,
): Pick<SearchQuery, 'cursor'> {
  if (given === undefined) return {}
  if (!isVisible(resource, 'updatedAt', role)) problems.push({ field: 'cursor', code: 'unknown_field' })
  for (const [field, value] of Object.entries({ sort, offset, fold }))
    if (value !== undefined) problems.push({ field, code: 'not_with_cursor' })
  const cursor = given === '' ? 'start' : readCursor(resource, given)
  if (cursor) return { cursor }
  problems.push({ field: 'cursor', code: 'not_cursor' })
  return {}
}

function readCursor(resource: Resource, text: string): ChangeCursor | undefined {
  if (!/^[A-Za-z0-9+/]{1,400}$/.test(text) || text.length % 4 === 1) return undefined
  // With the cursor of another list, all that changed before it would be missed. Cursors from before name none.
  const [updatedAt = '', id = '', name = resource.name, ...more] = atob(text).split(' ')
  if (name !== resource.name || more.length > 0) return undefined
  const isRow = (key: string, value: string) => 'value' in validateValue(findField(resource, key) as Field, value)
  return isRow('updatedAt', updatedAt) && id !== '' && isRow('id', id) ? { updatedAt, id } : undefined
}

/**
 * Returns the field by which a role's searches can be folded. A role that may not see it must not learn which rows
 * share a value.
 */
export function foldFor(resource: Resource, role: Role): string | undefined {
  const by = resource.list.fold?.by
  return by !== undefined && isVisible(resource, by, role) ? by : undefined
}

/** Returns a problem if the role sees none of the fields covered by the free-text search. */
function freeTextProblem(resource: Resource, text: string, role: Role): string | undefined {
  if (text === '') return undefined
  if (isLongerThan(text, pageLimits.freeText)) return `too_long:${pageLimits.freeText}`
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

/** Returns whether rows can be sorted by a field, by a role that sees it. */
export function canSort(resource: Resource, key: string): boolean {
  const field = findField(resource, key)
  if (!field || field.isComputed || field.within || field.kind === 'secret' || !kindOf(field).isSortable) return false
  return resource.list.sortable?.includes(key) ?? true
}

/** Returns whether this role may sort the rows by a field. */
export function isSortable(resource: Resource, key: string, role: Role): boolean {
  return canSort(resource, key) && isVisible(resource, key, role)
}

/** Returns whether rows can be filtered by a field, by a role that sees it. */
export function canFilter(resource: Resource, key: string): boolean {
  const field = findField(resource, key)
  if (!field || field.kind === 'secret' || field.kind === 'map' || field.within) return false
  return !field.isComputed || field.isFilterable === true
}

function isFilterable(resource: Resource, key: string, role: Role): boolean {
  return canFilter(resource, key) && isVisible(resource, key, role)
}

/**
 * Returns the filter with its values in their stored form, or the problem if one isn't a valid value of its field, since
 * the database would refuse it with its own error, or compare it as text and find nothing.
 */
function withCheckedValues(resource: Resource, filter: Filter): Filter | { code: string } {
  const field = findField(resource, filter.field)
  if (!field || 'contains' in filter || 'isEmpty' in filter) return filter
  if ('in' in filter) return checkedList(field, filter)
  if (kindOf(field).isSortable !== true) return { code: 'not_text' }
  if (filter.hour !== undefined && field.kind !== 'timestamp') return { code: 'not_timestamp' }
  return checkedRange(field, filter)
}

function checkedList(field: Field, filter: Extract<Filter, { in: readonly string[] }>): Filter | { code: string } {
  // Any text can be compared with a text; one that isn't a choice any more is in no row.
  if (kindOf(field).column(field).replace('[]', '') === 'text')
    return field.holds === 'recordId' ? { ...filter, in: filter.in.map(storedId) } : filter
  const values: string[] = []
  for (const text of filter.in) {
    const checked = checkedText(field, text)
    if ('code' in checked) return checked
    values.push(checked.text)
  }
  return { ...filter, in: values }
}

function checkedRange(field: Field, filter: RangeFilter): Filter | { code: string } {
  const bounds: { from?: string; to?: string } = {}
  for (const end of ['from', 'to'] as const) {
    const text = filter[end]
    if (text === undefined) continue
    const checked = checkedText(field, text)
    if ('code' in checked) return checked
    bounds[end] = checked.text
  }
  return { ...filter, ...bounds }
}

/** Returns one value of the field, or of the list it holds, in its stored form. */
function checkedText(field: Field, text: string): { text: string } | { code: string } {
  if (text.trim() === '') return { code: 'required' }
  const { isRepeated, fromCsv } = kindOf(field)
  const checked = validateValue(field, isRepeated ? [text] : fromCsv(text))
  return 'code' in checked ? checked : { text: String(checked.value) }
}

function parseJsonList(text: string): unknown[] | undefined {
  if (findJsonExcess(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    // Not JSON: the caller reports which parameter is wrong.
    return undefined
  }
}

function wholeNumber(name: string, text: string, { most, problems }: { most: number; problems: Problem[] }): number {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0 && value <= most) return value
  const code = value < 0 ? 'too_small:0' : `too_large:${most}`
  problems.push({ field: name, code: Number.isNaN(value) ? 'not_integer' : code })
  return 0
}
