/** An ethical wall around a matter or client, for whom it stands. */
export interface Wall {
  id: string
  name: string
  /** `INCLUSIONARY`: nobody but these; `EXCLUSIONARY`: everybody but these. */
  wallType: string
  timekeeperIds: readonly string[]
}

/**
 * Why an address may not be told of what is behind these walls, as a sentence; undefined when it may. It must be on the
 * right side for each timekeeper it belongs to; one that belongs to none is nobody's, so no wall lets it in by name.
 */
export function whyWalledOff(timekeeperIds: readonly string[], walls: readonly Wall[]): string | undefined {
  const wall = walls.find(({ wallType, timekeeperIds: named }) =>
    wallType === 'INCLUSIONARY'
      ? timekeeperIds.length === 0 || timekeeperIds.some((id) => !named.includes(id))
      : timekeeperIds.some((id) => named.includes(id)),
  )
  return wall && `The ethical wall "${wall.name}" stands in between.`
}
