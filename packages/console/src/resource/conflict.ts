import { isEqualValue } from '@courtcrier/contract/input.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'

/** A record of which two people have changed something since both saw it. */
export interface Conflict {
  /** As both saw it. */
  base: AnyRow
  /** As it is now. */
  theirs: AnyRow
  /** As the person here wants it, by field. */
  mine: AnyRow
}

export const sides = ['mine', 'theirs', 'base'] as const
export type Side = (typeof sides)[number]
export type Picks = Readonly<Record<string, Side>>

/** Fields that are no longer what they were when the person began. */
export function changedKeys(keys: readonly string[], { base, theirs }: Pick<Conflict, 'base' | 'theirs'>): string[] {
  return keys.filter((key) => !isEqualValue(base[key] ?? null, theirs[key] ?? null))
}

/** Of these, the ones that are not what the person here wants anyway. */
export function meanwhileKeys(keys: readonly string[], { base, theirs, mine }: Conflict): string[] {
  return changedKeys(keys, { base, theirs }).filter((key) => !isEqualValue(theirs[key] ?? null, mine[key] ?? null))
}

/** Fields on which the two sides differ. A secret is shown to nobody, so that there is nothing to compare. */
export function disputedKeys(resource: Resource, keys: readonly string[], { theirs, mine }: Conflict): string[] {
  return keys.filter(
    (key) =>
      Object.hasOwn(mine, key) &&
      findField(resource, key)?.kind !== 'secret' &&
      !isEqualValue(mine[key] ?? null, theirs[key] ?? null),
  )
}

/** What holds unless the person says otherwise: theirs of what was not touched here, mine of what was. */
export function usualPicks(keys: readonly string[], { base, mine }: Conflict): Picks {
  return Object.fromEntries(
    keys.map((key) => [key, isEqualValue(mine[key] ?? null, base[key] ?? null) ? 'theirs' : 'mine']),
  )
}

/** The values that the picks come to; what is not disputed stays as the person has it. */
export function pickedValues(picks: Picks, conflict: Conflict): AnyRow {
  const picked = Object.entries(picks).map(([key, side]) => [key, conflict[side][key] ?? null])
  return { ...conflict.mine, ...Object.fromEntries(picked) }
}
