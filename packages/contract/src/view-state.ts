import type { Role } from './access.ts'
import { type AnyRow, fieldAccess, findField, type Resource } from './resource.ts'

/** Parameters of a table's address besides its filters, `f.<field>`, and its page. */
const parameters = ['q', 'sort', 'size', 'view']

/** The heights of a row. */
export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

/** The members of a layout and a check for the value of each. */
const layoutParts: Readonly<Record<string, (value: unknown) => boolean>> = {
  columns: (value) => Array.isArray(value) && value.every((key) => typeof key === 'string'),
  widths: (value) => isObject(value) && Object.values(value).every((width) => typeof width === 'number'),
  density: (value) => densities.some((density) => density === value),
  isPinned: (value) => typeof value === 'boolean',
}

/** Returns the problem code of a table's state, given as the query string of its address. */
export function viewStateProblem(resource: Resource, state: string): string | undefined {
  for (const [name, value] of new URLSearchParams(state)) {
    if (!parameters.includes(name) && !name.startsWith('f.')) return `view_part:${name}`
    const unknown = fieldsOf(name, value).find((key) => !isField(resource, key))
    if (unknown !== undefined) return `view_part:${unknown}`
  }
  return undefined
}

/** Returns the problem code of a layout, given as JSON. */
export function viewLayoutProblem(resource: Resource, text: string): string | undefined {
  const layout = parseLayout(text)
  if (!layout) return 'view_layout'
  if (Object.entries(layout).some(([name, value]) => layoutParts[name]?.(value) !== true)) return 'view_layout'
  const unknown = layoutFields(layout).find((key) => !isField(resource, key))
  return unknown === undefined ? undefined : `view_part:${unknown}`
}

/** Returns the state without filters and sorts by fields the role may not see, since their values would reveal them. */
export function visibleViewState(resource: Resource, state: string, role: Role): string {
  const isSeen = (key: string) => fieldAccess(resource, key, role) !== 'DENY'
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(state)) {
    if (name !== 'sort' && !fieldsOf(name, value).every(isSeen)) continue
    const shown = name === 'sort' ? value.split(',').filter((part) => fieldsOf(name, part).every(isSeen)) : [value]
    if (shown.length > 0) kept.append(name, shown.join(','))
  }
  return kept.toString()
}

/** Returns the layout without columns the role may not see. */
export function visibleViewLayout(resource: Resource, text: string, role: Role): string | null {
  const layout = parseLayout(text)
  if (!layout) return null
  const isSeen = (key: string) => fieldAccess(resource, key, role) !== 'DENY'
  const columns = Array.isArray(layout.columns) ? layout.columns.filter(isSeen) : []
  const widths = Object.entries(isObject(layout.widths) ? layout.widths : {}).filter(([key]) => isSeen(key))
  return JSON.stringify({ ...layout, columns, widths: Object.fromEntries(widths) })
}

/** Returns the fields a part of the state refers to. */
function fieldsOf(name: string, value: string): string[] {
  if (name.startsWith('f.')) return [name.slice(2)]
  return name === 'sort' ? value.split(',').map((part) => part.replace(/^-/, '')) : []
}

function layoutFields({ columns = [], widths = {} }: AnyRow): string[] {
  return [...(columns as string[]), ...Object.keys(widths as AnyRow)]
}

function isField(resource: Resource, key: string): boolean {
  const field = findField(resource, key)
  return field !== undefined && field.kind !== 'secret'
}

function parseLayout(text: string): AnyRow | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    // Not JSON: the caller reports an invalid layout.
    return undefined
  }
}

function isObject(value: unknown): value is AnyRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
