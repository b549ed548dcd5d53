import type { Role } from './access.ts'
import type { Problem } from './messages.ts'
import { type Filter, formatSearchQuery, parseSearchQuery } from './query.ts'
import type { AnyRow, Resource } from './resource.ts'

/**
 * Which rows something is to be done with: those named, or all that a search finds without the exceptions. `count`
 * is how many those were when the person decided; when it is another by then, nothing may be done.
 */
export type RowSelection =
  | { ids: readonly string[] }
  | { filters: readonly Filter[]; freeText: string; except: readonly string[]; count: number }

/** Most rows that one call may act on: all of them are one transaction. */
export const mostSelected = 2000

/** What became of one selected row. */
export interface RowOutcome {
  id: string
  /** What the row is called; null for a row that is not there, or whose name the role may not see. */
  title: string | null
  isDone: boolean
  /** Why it was not done, as a sentence. */
  reason?: string
}

/** Reads `{ids}` or `{filter, freeText, except, count}`. A filter follows the rules of a search by this role. */
export function parseSelection(
  resource: Resource,
  body: AnyRow,
  role: Role,
  most = mostSelected,
): { selection: RowSelection } | { problems: readonly Problem[] } {
  const { ids, filter, freeText = '', except = [], count, ...others } = body
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return problem(unknown, 'unknown_field')
  if (ids !== undefined) {
    const isMixed = ['filter', 'freeText', 'except', 'count'].some((name) => Object.hasOwn(body, name))
    if (isMixed) return problem('ids', 'not_list')
    const code = idsProblem(ids)
    return code ? problem('ids', code) : { selection: { ids: [...new Set(ids as string[])] } }
  }
  if (!Array.isArray(filter)) return problem('filter', 'not_list')
  if (typeof freeText !== 'string') return problem('freeText', 'not_text')
  if (!isIdList(except)) return problem('except', 'not_list')
  if (typeof count !== 'number' || !Number.isInteger(count)) return problem('count', 'not_integer')
  if (count < 1) return problem('count', 'too_small:1')
  if (count > most) return problem('count', `too_large:${most}`)
  const parsed = parseSearchQuery(resource, { filters: JSON.stringify(filter), freeText }, role)
  if ('problems' in parsed) return parsed
  const { query } = parsed
  return { selection: { filters: query.filters, freeText: query.freeText, except, count } }
}

/** The selection as the body of a call. */
export function formatSelection(selection: RowSelection): AnyRow {
  if ('ids' in selection) return { ids: selection.ids }
  const { filters, freeText, except, count } = selection
  return { filter: JSON.parse(formatSearchQuery({ filters }).filters ?? '[]'), freeText, except, count }
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
  return { problems: [{ field, code }] }
}
