import { chosenLevels, defaultHierarchy, type StorageLevel } from '@courtcrier/contract/storage-levels.ts'

export interface Levels {
  /** In the firm's order. */
  chosen: StorageLevel[]
  /** Asked after those, in the usual order. */
  left: StorageLevel[]
}

/** The levels as the firm has them; a firm that says nothing has the usual order. */
export function levelsOf(hierarchy: unknown): Levels {
  const named = chosenLevels(Array.isArray(hierarchy) ? hierarchy.map(String) : [])
  const chosen = named.length > 0 ? [...new Set(named)] : [...defaultHierarchy]
  return { chosen, left: defaultHierarchy.filter((level) => !chosen.includes(level)) }
}

/** The list with the item at one place moved to another. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const target = Math.max(0, Math.min(items.length - 1, to))
  const [item, ...rest] = [items[from] as T, ...items.slice(0, from), ...items.slice(from + 1)]
  return item === undefined ? [...items] : rest.toSpliced(target, 0, item)
}

/** The place of the item whose middle is nearest to a height. */
export function placeAt(middles: readonly number[], y: number): number {
  const distances = middles.map((middle) => Math.abs(middle - y))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}
