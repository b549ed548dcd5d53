import { makeRandom, type Random } from '../random.ts'
import { makeCase, type WorldCase } from './cases.ts'
import { courts, districtCourts } from './courts.ts'
import type { PlannedFiling } from './demo/plan-filings.ts'
import type { Court } from './make-court.ts'
import { docketingAddress, firm, firmPeople } from './names.ts'
import { otherCourts } from './other-courts.ts'
import { makePerson, type Person } from './people.ts'

/** The data that is the same in every run of a seed: who practices where, in which cases. Plain data, safe as JSON. */
export interface World {
  seed: string
  firm: { name: string; domain: string; docketingAddress: string }
  people: readonly Person[]
  courts: readonly Court[]
  cases: readonly WorldCase[]
  /** Filings of the past that aren't drawn at random. */
  planned?: readonly PlannedFiling[]
}

/** Creates the world of a seed: 9 attorneys of the firm, 40 cases in 8 district courts, 18 in 6 other courts. */
export function makeWorld(seed: string | number): World {
  const random = makeRandom(`${seed}/world`)
  const people = firmPeople.map(([first, last, title]) => makePerson(first, last, title))
  return {
    seed: String(seed),
    firm: { ...firm, docketingAddress },
    people,
    courts,
    cases: [...makeCases(random, people, 40), ...makeOtherCases(makeRandom(`${seed}/world/other`), people)],
  }
}

/** Returns the case with this ID. Throws when the world has none. */
export function getCase(world: World, id: string): WorldCase {
  const found = world.cases.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(`The sandbox has no case "${id}"`)
  return found
}

/** Returns the attorney with this ID. Throws when the firm has none. */
export function getPerson(world: World, id: string): Person {
  const found = world.people.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(`The sandbox firm has nobody with the id "${id}"`)
  return found
}

function makeCases(random: Random, people: readonly Person[], count: number): WorldCase[] {
  return Array.from({ length: count }, (_, index) =>
    makeCase({ random, people, index, court: districtCourts[index % districtCourts.length] as Court }),
  )
}

/** Creates three cases in each other court, separately, so that the district courts' cases don't change. */
function makeOtherCases(random: Random, people: readonly Person[]): WorldCase[] {
  const made: WorldCase[] = []
  for (const [at, court] of otherCourts.entries()) {
    const index = 40 + at * 3
    const first = makeCase({ random, people, index, court })
    const main = court.kind === 'bankruptcy' ? first : undefined
    made.push(first, makeCase({ random, people, index: index + 1, court, ...(main && { main }) }))
    made.push(makeCase({ random, people, index: index + 2, court }))
  }
  return made
}
