import type { Role } from './access.ts'
import type { Problem } from './messages.ts'
import { type Filter, formatSearchQuery, parseSearchQuery } from './query.ts'
import type { AnyRow, Resource } from './resource.ts'
import { storedId } from './uuid.ts'

/**
 * The rows to act on: listed ones, or all matches of a search minus exceptions. `count` is the number of matches when
 * the user decided; if it has changed since, nothing may be done.
 */
export type RowSelection =
  | { ids: readonly string[] }
  | { filters: readonly Filter[]; freeText: string; fold?: string; except: readonly string[]; count: number }

/** The most rows one call may act on: all of them are one transaction. */
export const mostSelected = 2000

/** The result for one selected row. */
export interface RowOutcome {
  id: string
  /** The row's name; null if there is no such row or the role may not see its name. */
  title: string | null
  isDone: boolean
  /** The reason it was skipped, as a sentence. */
  reason?: string
  /** The ID of the selected row it belongs to, if it wasn't selected itself. */
  with?: string
}

/** Reads `{ids}` or `{filters, freeText, fold, except, count}`. Filters follow the rules of a search by this role. */
export function parseSelection(
  resource: Resource,
  body: AnyRow,
  role: Role,
  most = mostSelected,
): { selection: RowSelection } | { problems: readonly Problem[] } {
  const { ids, filters, freeText = '', fold, except = [], count, ...others } = body
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return problem(unknown, 'unknown_field')
  if (ids !== undefined) {
    const other = ['filters', 'freeText', 'fold', 'except', 'count'].find((name) => Object.hasOwn(body, name))
    if (other) return problem('ids', `not_with:${other}`)
    const code = idsProblem(ids)
    return code ? problem('ids', code) : { selection: { ids: [...new Set((ids as string[]).map(storedId))] } }
  }
  if (filters === undefined) return problem(Object.keys(body).length === 0 ? 'ids' : 'filters', 'required')
  if (!Array.isArray(filters)) return problem('filters', 'not_list')
  if (typeof freeText !== 'string') return problem('freeText', 'not_text')
  if (fold !== undefined && typeof fold !== 'string') return problem('fold', 'not_text')
  if (!isIdList(except)) return problem('except', 'not_list')
  if (count === undefined) return problem('count', 'required')
  if (typeof count !== 'number' || !Number.isInteger(count)) return problem('count', 'not_integer')
  if (count < 1) return problem('count', 'too_small:1')
  if (count > most) return problem('count', `too_large:${most}`)
  const parsed = parseSearchQuery(resource, { filters: JSON.stringify(filters), freeText, fold }, role)
  if ('problems' in parsed) return parsed
  const { query } = parsed
  const search = { filters: query.filters, freeText: query.freeText, ...(query.fold ? { fold: query.fold } : {}) }
  return { selection: { ...search, except: except.map(storedId), count } }
}

/** Returns the body of a call for the selection. */
export function formatSelection(selection: RowSelection): AnyRow {
  if ('ids' in selection) return { ids: selection.ids }
  const { freeText, except, count } = selection
  const { filters, fold } = formatSearchQuery(selection)
  return { filters: JSON.parse(filters ?? '[]'), freeText, ...(fold ? { fold } : {}), except, count }
}

function idsProblem(ids: unknown): string | undefined {
  if (!isIdList(ids)) return 'not_list'
  if (ids.length === 0) return 'required_items'
  return ids.length > mostSelected ? `too_many:${mostSelected}` : undefined
}

function isIdList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && id.length <= 100)
}

function problem(field: string, code: string): { problems: readonly Problem[] } {
  return { problems: [{ field, code, isAsSent: true }] }
}
