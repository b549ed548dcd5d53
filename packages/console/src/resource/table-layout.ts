import type { Role } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { type Density, densities } from '@courtcrier/contract/view-state.ts'
import { columnKeys } from './table-state.ts'

/** A user's arrangement of a table. */
export interface TableLayout {
  /** The columns that are shown, in order. */
  columns: readonly string[]
  /** Widths in pixels of resized columns. */
  widths: Readonly<Record<string, number>>
  density: Density
  /** Whether the first column stays in view. */
  isPinned: boolean
}

export const columnWidths = { least: 64, most: 800, step: 16 } as const

/** Returns the saved arrangement, without anything the role may not see or that is invalid. */
export function readLayout(kept: unknown, { resource, role }: { resource: Resource; role: Role }): TableLayout {
  const { columns, widths, density, isPinned } = isObject(kept) ? kept : {}
  const allowed = columnKeys(resource, role)
  const known = (keys: readonly unknown[]) =>
    [...new Set(keys)].filter((key): key is string => typeof key === 'string' && allowed.includes(key))
  const chosen = Array.isArray(columns) ? known(columns) : []
  const usual = known(resource.list.columns)
  const shown = [chosen, usual, allowed.slice(0, 1)].find((keys) => keys.length > 0) ?? []
  return {
    columns: shown,
    widths: Object.fromEntries(
      Object.entries(isObject(widths) ? widths : {}).flatMap(([key, width]) =>
        allowed.includes(key) && typeof width === 'number' ? [[key, fittingWidth(width)]] : [],
      ),
    ),
    density: densities.find((known) => known === density) ?? 'compact',
    isPinned: isPinned !== false,
  }
}

/** Adds the column at the end, or removes it; one always remains. */
export function toggleColumn(layout: TableLayout, key: string): TableLayout {
  const { columns } = layout
  if (!columns.includes(key)) return { ...layout, columns: [...columns, key] }
  return columns.length > 1 ? { ...layout, columns: columns.filter((known) => known !== key) } : layout
}

/** Moves the column by this many places, as far as possible. */
export function moveColumn(layout: TableLayout, key: string, step: number): TableLayout {
  const from = layout.columns.indexOf(key)
  const to = from + step
  if (from < 0 || to < 0 || to >= layout.columns.length) return layout
  const columns = layout.columns.toSpliced(from, 1).toSpliced(to, 0, key)
  return { ...layout, columns }
}

/** Sets the column's width; undefined restores the default. */
export function resizeColumn(layout: TableLayout, key: string, width: number | undefined): TableLayout {
  const { [key]: _, ...others } = layout.widths
  return { ...layout, widths: width === undefined ? others : { ...others, [key]: fittingWidth(width) } }
}

export function fittingWidth(width: number): number {
  return Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, width)))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
