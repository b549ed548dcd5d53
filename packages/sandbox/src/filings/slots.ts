import { makeRandom } from '../random.ts'
import type { WorldCase } from '../world/cases.ts'
import { getCourt } from '../world/courts.ts'
import type { CourtKind } from '../world/make-court.ts'
import type { World } from '../world/world.ts'

/** The case of the n-th filing, and its number of earlier filings (negative for history). */
export interface Slot {
  case: WorldCase
  ordinal: number
}

/**
 * Finds the case of the n-th filing. Filings come in rounds in which each case gets as many as its activity, reshuffled
 * each round, so the number of its earlier entries follows from n alone, and any filing can be created without the ones
 * before it.
 */
export function findSlot(world: World, n: number, kinds: readonly CourtKind[] = ['district']): Slot {
  const slots = cacheOf(world, kinds).slots
  const round = Math.floor(n / slots.length)
  const place = n - round * slots.length
  const order = shuffled({ world, kinds, round })
  const worldCase = order[place] as WorldCase
  let earlier = 0
  for (let i = 0; i < place; i++) if (order[i] === worldCase) earlier++
  return { case: worldCase, ordinal: round * worldCase.activity + earlier }
}

interface Rounds {
  slots: WorldCase[]
  shuffled: Map<number, WorldCase[]>
}

const rounds = new WeakMap<World, Map<string, Rounds>>()
const keptRounds = 16

interface Round {
  world: World
  kinds: readonly CourtKind[]
  round: number
}

function shuffled({ world, kinds, round }: Round): WorldCase[] {
  const cache = cacheOf(world, kinds)
  const known = cache.shuffled.get(round)
  if (known !== undefined) return known
  const order = makeRandom(`${world.seed}/round/${round}`).sample(cache.slots, cache.slots.length)
  if (cache.shuffled.size >= keptRounds) cache.shuffled.clear()
  cache.shuffled.set(round, order)
  return order
}

function cacheOf(world: World, kinds: readonly CourtKind[]): Rounds {
  const ofWorld = rounds.get(world) ?? new Map<string, Rounds>()
  rounds.set(world, ofWorld)
  const known = ofWorld.get(kinds.join())
  if (known !== undefined) return known
  const cases = world.cases.filter(({ courtId }) => kinds.includes(getCourt(courtId).kind))
  const slots = cases.flatMap((worldCase) => Array.from({ length: worldCase.activity }, () => worldCase))
  const made = { slots, shuffled: new Map<number, WorldCase[]>() }
  ofWorld.set(kinds.join(), made)
  return made
}
