/** What can have a storage policy of its own, from the whole to the single case. */
export const storageLevels = ['firm', 'location', 'practice_group', 'client', 'matter', 'case'] as const
export type StorageLevel = (typeof storageLevels)[number]

/** The order in which levels are asked unless the firm says otherwise: the most particular first. */
export const defaultHierarchy: readonly StorageLevel[] = storageLevels.toReversed()

/**
 * All levels in the order in which they are asked for a policy: the firm's hierarchy from its first entry, then those
 * it leaves out, because a document filed by a less wanted policy is better than one not filed.
 */
export function askingOrder(hierarchy: readonly string[]): StorageLevel[] {
  return [...new Set([...chosenLevels(hierarchy), ...defaultHierarchy])]
}

/** The levels of a firm's hierarchy; names that are none are passed over. */
export function chosenLevels(hierarchy: readonly string[]): StorageLevel[] {
  return hierarchy.filter((level): level is StorageLevel => storageLevels.some((known) => known === level))
}
