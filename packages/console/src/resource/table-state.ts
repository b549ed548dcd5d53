import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { dateFiltersOf } from '@courtcrier/contract/date-filters.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import { type Filter, isSortable as isServerSortable, type SearchQuery } from '@courtcrier/contract/query.ts'
import { baseFields, fieldAccess, findField, type ListPart, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { isBooked } from '../fields/offered.ts'
import { dayOf, startOfDay } from '../ui/format-time.ts'
import type { SearchParams } from '../ui/search-params.ts'
import { momentFilter, readFilter, writeFilter } from './filter-address.ts'
import { cleanSort } from './table-sort.ts'

export const pageSizes = [50, 100, 200] as const
const commonViews = ['all', 'recent', 'unmapped'] as const
/** A quick filter, or the name of one of the list's parts. */
export type View = string

/** The state of a table, as in its address. Dates in filters are calendar days of the firm. */
export interface TableState {
  freeText: string
  sort: SearchQuery['sort']
  /** Counts from 0. */
  page: number
  size: number
  view: View
  filters: readonly Filter[]
}

interface Scope {
  resource: Resource
  role: Role
}

/** Reads the state from the address. Invalid values, and what the role may not see, are ignored. */
export function readTableState(params: SearchParams, { resource, role }: Scope): TableState {
  const page = Number(first(params.page) ?? '1')
  const size = Number(first(params.size))
  const sort = (first(params.sort) ?? resource.list.sort)
    .split(',')
    .flatMap((part) => readSort(part, { resource, role }))
  const filters = readFilters(params, { resource, role })
  const view = viewOf(first(params.view), { resource, role, filters })
  const leftOut = secondDates(filters, view, resource)
  return {
    freeText: first(params.q)?.slice(0, 200) ?? '',
    sort: cleanSort(sort),
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
    size: pageSizes.find((known) => known === size) ?? pageSizes[0],
    view,
    filters: filters.filter((filter) => !leftOut.includes(filter)),
  }
}

/** Returns whether the address has a second date filter, which the table ignores. */
export function hasSecondDate(params: SearchParams, { resource, role }: Scope): boolean {
  const filters = readFilters(params, { resource, role })
  return secondDates(filters, viewOf(first(params.view), { resource, role, filters }), resource).length > 0
}

/** Returns whether the table is narrowed by dates already: by a filter, or as *Recent* is. */
export function hasDate({ filters, view }: TableState, resource: Resource): boolean {
  return view === 'recent' || dateFiltersOf(resource, filters).length > 0
}

/** Returns the quick filters that apply to the resource. */
export function viewsOf(resource: Resource, role: Role): View[] {
  const isKnown = { all: true, recent: !resource.isVirtual, unmapped: mappingKeys(resource, role).length > 0 }
  return [...partsOf(resource, role).map(({ name }) => name), ...commonViews.filter((view) => isKnown[view])]
}

/** Returns the text key of a quick filter. */
export function viewKey(view: View): string {
  return view === 'all' || view === 'recent' ? `list.${view}` : `table.${view}`
}

function partsOf(resource: Resource, role: Role): readonly ListPart[] {
  return (resource.list.parts ?? []).filter(({ field }) => fieldAccess(resource, field, role) !== 'DENY')
}

interface ViewScope extends Scope {
  filters: readonly Filter[]
}

/** Returns the view the address names, otherwise the usual one. A filter of a part's field says more than the part. */
function viewOf(named: string | undefined, { resource, role, filters }: ViewScope): View {
  const known = viewsOf(resource, role).find((view) => view === named)
  const part = resource.list.parts?.find(({ name }) => name === known)
  if (known && !(part && isFiltered(part, filters))) return known
  return usualView(resource, filters, role)
}

function usualView(resource: Resource, filters: readonly Filter[], role?: Role): View {
  const [part] = role ? partsOf(resource, role) : (resource.list.parts ?? [])
  return part && !isFiltered(part, filters) ? part.name : 'all'
}

/** Returns whether the user has narrowed the list: not by the part of it that is shown to begin with. */
export function isNarrowed({ freeText, filters, view }: TableState, resource: Resource): boolean {
  return freeText !== '' || filters.length > 0 || ![usualView(resource, filters), 'all'].includes(view)
}

function isFiltered({ field }: ListPart, filters: readonly Filter[]): boolean {
  return filters.some((filter) => filter.field === field)
}

/** Returns the address parameters for the state; defaults are left out. */
export function writeTableState(state: TableState, resource: Resource): SearchParams {
  const sort = state.sort.map(({ field, isDescending }) => (isDescending ? '-' : '') + field).join(',')
  return {
    ...(state.freeText ? { q: state.freeText } : {}),
    ...(sort && sort !== resource.list.sort ? { sort } : {}),
    ...(state.page > 0 ? { page: String(state.page + 1) } : {}),
    ...(state.size === pageSizes[0] ? {} : { size: String(state.size) }),
    ...(isViewSaid(state, resource) ? { view: state.view } : {}),
    ...Object.fromEntries(state.filters.flatMap(writeFilter)),
  }
}

function isViewSaid({ view, filters }: TableState, resource: Resource): boolean {
  const part = resource.list.parts?.find(({ name }) => name === view)
  return view !== usualView(resource, filters) && !(part && isFiltered(part, filters))
}

/** Returns the state as a server query: days become times if the field is a time. */
export function queryOf(state: TableState, { resource, role }: Scope): SearchQuery {
  const filters = state.filters.map((filter) => momentFilter(filter, findField(resource, filter.field)))
  const recent: Filter[] = state.view === 'recent' ? [{ field: 'updatedAt', from: startOfDay(recentDay()) }] : []
  const mapping = state.view === 'unmapped' ? mappingKeys(resource, role) : []
  const unmapped = mapping.map((field): Filter => ({ field, isEmpty: true }))
  const part = partsOf(resource, role).find(({ name }) => name === state.view)
  const ofPart: Filter[] = part && !isFiltered(part, filters) ? [{ field: part.field, in: [...part.values] }] : []
  return {
    max: state.size,
    offset: state.page * state.size,
    freeText: state.freeText,
    sort: state.sort,
    filters: [...filters, ...recent, ...unmapped, ...ofPart],
  }
}

/**
 * Returns fields the role may filter by: those the definition names, or all that support it; except those the server
 * can't query.
 */
export function filterKeys(resource: Resource, role: Role): string[] {
  const all = [...Object.keys(resource.fields), ...(resource.isVirtual ? [] : ['createdAt', 'updatedAt'])]
  return (resource.list.filters ?? all).filter((key) => {
    const field = findField(resource, key)
    return (
      field && isBooked(field) && isAskable(field) && isFilterKind(field) && fieldAccess(resource, key, role) !== 'DENY'
    )
  })
}

/** Returns the filters to offer: a reference to records of which the role may see none has nothing to choose. */
export function offeredFilters(resource: Resource, role: Role): string[] {
  return filterKeys(resource, role).filter((key) => {
    const other = findResource(findField(resource, key)?.resource ?? '')
    return !other || subjectAccess(other.subject, role) !== 'DENY'
  })
}

export function isSortable(resource: Resource, key: string, role: Role): boolean {
  // Sorting by ID means nothing to users.
  return isServerSortable(resource, key, role) && findField(resource, key)?.kind !== 'reference'
}

/** Returns the fields a table can have as columns, the definition's first. */
export function columnKeys(resource: Resource, role: Role): string[] {
  const all = new Set([
    ...resource.list.columns,
    ...Object.keys(resource.fields),
    ...(resource.isVirtual ? [] : baseFields.slice(1)),
  ])
  return [...all].filter((key) => {
    const field = findField(resource, key)
    const isShown = field && isBooked(field) && !field.within && field.kind !== 'secret'
    return isShown && fieldAccess(resource, key, role) !== 'DENY'
  })
}

const recentDays = 7

function recentDay(): string {
  return dayOf(new Date(Date.now() - recentDays * 86_400_000).toISOString())
}

function isAskable(field: Field): boolean {
  return !field.within && (!field.isComputed || field.isFilterable === true) && field.kind !== 'secret'
}

function isFilterKind(field: Field): boolean {
  return !['map', 'file', 'color', 'longText', 'timeOfDay'].includes(field.kind)
}

/** Returns the fields that map a record, such as a jurisdiction to courts; none if the role may not see all of them. */
function mappingKeys(resource: Resource, role: Role): readonly string[] {
  const keys = resource.list.mappedBy ?? []
  const areAsked = keys.every((key) => {
    const field = findField(resource, key)
    return field && isAskable(field) && fieldAccess(resource, key, role) !== 'DENY'
  })
  return areAsked ? keys : []
}

function readFilters(params: SearchParams, { resource, role }: Scope): Filter[] {
  return filterKeys(resource, role).flatMap((key) => readFilter(key, params, findField(resource, key) as Field))
}

/** Returns the date filters beside the one there can be (specification, section 5); *Recent* is one, too. */
function secondDates(filters: readonly Filter[], view: View, resource: Resource): readonly Filter[] {
  return dateFiltersOf(resource, filters).slice(view === 'recent' ? 0 : 1)
}

function readSort(part: string, { resource, role }: Scope): SearchQuery['sort'] {
  const field = part.replace(/^-/, '')
  return isSortable(resource, field, role) ? [{ field, isDescending: part.startsWith('-') }] : []
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
