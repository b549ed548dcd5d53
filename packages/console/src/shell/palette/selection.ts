/** The item chosen by arrow keys, and the text it was chosen for. */
export interface Choice {
  typed: string
  id: string
}

/**
 * Returns which item is highlighted, and opened by Enter: the first, until the arrows choose another. That one stays
 * chosen wherever it moves as more is found; once it is gone, none is, so that Enter never opens an item no one chose.
 */
export function selectedOf(
  choice: Choice | undefined,
  { typed, ids }: { typed: string; ids: readonly string[] },
): number {
  if (choice?.typed !== typed) return ids.length > 0 ? 0 : -1
  return ids.indexOf(choice.id)
}

/** Returns the item an arrow key moves to; after the last comes the first. */
export function steppedTo(selected: number, step: 1 | -1, count: number): number {
  if (selected === -1) return step === 1 ? 0 : count - 1
  return (selected + step + count) % count
}
