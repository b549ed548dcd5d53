/** What the arrows chose, and for which text. */
export interface Choice {
  typed: string
  id: string
}

/**
 * Which item is highlighted, and opened by Enter: the first, until the arrows chose another. That one stays chosen
 * wherever it stands when more is found; when it is gone, none is, so that Enter opens nothing that was not chosen.
 */
export function selectedOf(
  choice: Choice | undefined,
  { typed, ids }: { typed: string; ids: readonly string[] },
): number {
  if (choice?.typed !== typed) return ids.length > 0 ? 0 : -1
  return ids.indexOf(choice.id)
}

/** The item that an arrow leads to from another; the last is followed by the first. */
export function steppedTo(selected: number, step: 1 | -1, count: number): number {
  if (selected === -1) return step === 1 ? 0 : count - 1
  return (selected + step + count) % count
}
