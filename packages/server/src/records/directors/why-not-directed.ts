import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { type Wall, whyWalledOff } from '../walls/walls.ts'
import type { Director } from './find-directors.ts'

/** What is about to leave, and the walls around it. */
export interface Leaving {
  walls: readonly Wall[]
  /** Every field it contains. */
  way: Way
}

/**
 * Returns why something may not go where these people directed it, as a sentence; undefined when it may. Whatever is
 * directed elsewhere says no more than each of them may see now, by ethical walls, role and fields. A user who was deleted
 * may have been behind any wall, and counts with their last role.
 */
export function whyNotDirected(directors: readonly Director[], { walls, way }: Leaving): string | undefined {
  const [first] = walls
  for (const { role, timekeeperId, isDeleted } of directors) {
    if (isDeleted && first)
      return `The ethical wall "${first.name}" prevents it: the person who directed it here is no longer a user.`
    if (!role) continue
    const barring = timekeeperId && walls.find((each) => whyWalledOff([timekeeperId], [each]) !== undefined)
    if (barring) return `The ethical wall "${barring.name}" prevents it: it excludes the person who directed it here.`
    if (!seesWay(sightOf(role), way)) return roleForbids
  }
  return undefined
}

const roleForbids = "The role of the person who directed it here doesn't let them see all of it."
