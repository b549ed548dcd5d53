/** Records that can have their own storage policy, from the whole firm down to a single case. */
export const storageLevels = ['firm', 'location', 'practice_group', 'client', 'matter', 'case'] as const
export type StorageLevel = (typeof storageLevels)[number]

/** The order in which levels are tried unless the firm sets another: the most specific first. */
export const defaultHierarchy: readonly StorageLevel[] = storageLevels.toReversed()

/**
 * Returns all levels in the order in which they are searched for a policy: the firm's hierarchy, then the levels it
 * omits, because saving a document by a less preferred policy beats not saving it.
 */
export function askingOrder(hierarchy: readonly string[]): StorageLevel[] {
  return [...new Set([...chosenLevels(hierarchy), ...defaultHierarchy])]
}

/** Returns the levels of a firm's hierarchy, without unknown names. */
export function chosenLevels(hierarchy: readonly string[]): StorageLevel[] {
  return hierarchy.filter((level): level is StorageLevel => storageLevels.some((known) => known === level))
}
