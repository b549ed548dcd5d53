import { chosenLevels, defaultHierarchy, type StorageLevel } from '@courtcrier/contract/storage-levels.ts'

export interface Levels {
  /** In the firm's order. */
  chosen: StorageLevel[]
  /** Checked after those, in the default order. */
  left: StorageLevel[]
}

/** Returns the firm's levels; a firm without a setting has the default order. */
export function levelsOf(hierarchy: unknown): Levels {
  const named = chosenLevels(Array.isArray(hierarchy) ? hierarchy.map(String) : [])
  const chosen = named.length > 0 ? [...new Set(named)] : [...defaultHierarchy]
  return { chosen, left: defaultHierarchy.filter((level) => !chosen.includes(level)) }
}

/** Returns the list with the item at one position moved to another. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const target = Math.max(0, Math.min(items.length - 1, to))
  const [item, ...rest] = [items[from] as T, ...items.slice(0, from), ...items.slice(from + 1)]
  return item === undefined ? [...items] : rest.toSpliced(target, 0, item)
}

/** Returns the index of the item whose middle is nearest to a vertical position. */
export function placeAt(middles: readonly number[], y: number): number {
  const distances = middles.map((middle) => Math.abs(middle - y))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}
