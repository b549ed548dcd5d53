import { isEqualValue } from '@courtcrier/contract/input.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'

/** A record two people have changed since both saw it. */
export interface Conflict {
  /** The version both saw. */
  base: AnyRow
  /** The current version. */
  theirs: AnyRow
  /** The values wanted here, by field. */
  mine: AnyRow
}

export const sides = ['mine', 'theirs', 'base'] as const
export type Side = (typeof sides)[number]
export type Picks = Readonly<Record<string, Side>>

/** Returns fields changed elsewhere since editing began. */
export function changedKeys(keys: readonly string[], { base, theirs }: Pick<Conflict, 'base' | 'theirs'>): string[] {
  return keys.filter((key) => !isEqualValue(base[key] ?? null, theirs[key] ?? null))
}

/** Returns those of them that differ from the values wanted here. */
export function meanwhileKeys(keys: readonly string[], { base, theirs, mine }: Conflict): string[] {
  return changedKeys(keys, { base, theirs }).filter((key) => !isEqualValue(theirs[key] ?? null, mine[key] ?? null))
}

/** Returns fields where the two sides differ. A secret is shown to no one, so it can't be compared. */
export function disputedKeys(resource: Resource, keys: readonly string[], { theirs, mine }: Conflict): string[] {
  return keys.filter(
    (key) =>
      Object.hasOwn(mine, key) &&
      findField(resource, key)?.kind !== 'secret' &&
      !isEqualValue(mine[key] ?? null, theirs[key] ?? null),
  )
}

/** Returns the default choice: theirs for fields not touched here, mine for the others. */
export function usualPicks(keys: readonly string[], { base, mine }: Conflict): Picks {
  return Object.fromEntries(
    keys.map((key) => [key, isEqualValue(mine[key] ?? null, base[key] ?? null) ? 'theirs' : 'mine']),
  )
}

/** Returns the values that result from the choices; undisputed fields stay as entered here. */
export function pickedValues(picks: Picks, conflict: Conflict): AnyRow {
  const picked = Object.entries(picks).map(([key, side]) => [key, conflict[side][key] ?? null])
  return { ...conflict.mine, ...Object.fromEntries(picked) }
}
