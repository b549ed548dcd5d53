import { addCourtDays, onCourtDay } from '../../filings/court-days.ts'
import { makeRandom, type Random } from '../../random.ts'
import { makeNotServed, makeOpposing, servedAttorney, shortParty, type WorldCase } from '../cases.ts'
import { allCourts, getCourt } from '../courts.ts'
import type { Court } from '../make-court.ts'
import { docketingAddress, firm, firmPeople } from '../names.ts'
import { makePerson, type Person } from '../people.ts'
import type { World } from '../world.ts'
import { makeDemoDocketNumber } from './docket-numbers.ts'
import { planFilings } from './plan-filings.ts'
import { demoPeople, familyNames, givenNames, type RosterClient, type RosterMatter, roster } from './roster.ts'
import { makeUnusualCases } from './unusual-cases.ts'

const day = 86_400_000

/**
 * Creates the demo's world as of a day: clients with one to forty cases in federal and state courts, each opened before
 * the past that the demo starts with. The same seed and day produce the same world.
 */
export function makeDemoWorld(seed: string | number, asOf: Date): World {
  const people = [...firmPeople, ...demoPeople].map(([first, last, title]) => makePerson(first, last, title))
  const building: Building = { seed: String(seed), asOf, people, numbers: new Set(), cases: [] }
  for (const client of roster) {
    for (const [at, matter] of client.matters.entries()) addMatter(building, { client, matter, at })
  }
  building.cases.push(...makeUnusualCases({ seed: building.seed, asOf, people }))
  return {
    seed: building.seed,
    firm: { ...firm, docketingAddress },
    people,
    courts: allCourts,
    cases: building.cases,
    planned: planFilings(building.cases, asOf),
  }
}

interface Building {
  seed: string
  asOf: Date
  people: readonly Person[]
  /** Numbers in use, with their court. */
  numbers: Set<string>
  cases: WorldCase[]
}

interface MatterInput {
  client: RosterClient
  matter: RosterMatter
  at: number
}

function addMatter(building: Building, { client, matter, at }: MatterInput): void {
  const matterNumber = `${client.number}-${String(at + 1).padStart(4, '0')}`
  const courtIds = matter.cases.flatMap(([courtId, count]) => Array.from({ length: count }, () => courtId))
  for (const [nth, courtId] of courtIds.entries())
    building.cases.push(makeRosterCase(building, { client, matter, matterNumber, court: getCourt(courtId), nth }))
}

interface RosterCase {
  client: RosterClient
  matter: RosterMatter
  matterNumber: string
  court: Court
  /** Its place among the matter's cases. */
  nth: number
}

function makeRosterCase(building: Building, input: RosterCase): WorldCase {
  const { client, matter, matterNumber, court, nth } = input
  const key = `${matterNumber}/${court.id}/${nth}`
  const random = makeRandom(`${building.seed}/demo/${key}`)
  const age = random.int(105, random.pick([420, 700, 1_250]))
  const filedOn = isoDay(onCourtDay(new Date(building.asOf.getTime() - age * day), -1))
  const judge = random.pick(court.judges.filter((candidate) => !candidate.isMagistrate))
  const referredTo = court.writesReferral ? random.pick(court.judges.filter((each) => each.isMagistrate)) : undefined
  const docketNumber = freeNumber(building, { random, court, filedOn, judges: [judge, referredTo] })
  const parties = partiesOf(random, input)
  const isClosed = age > 380 && random.chance(0.16)
  // Senders that can't be verified need a person each time, so few of the firm's filings come from them.
  const isUnproven = court.system === 'nyscef' || court.system === 'oneLegal'
  const drawn = random.pick([1, 1, 1, 2, 3])
  const activity = isClosed ? 0 : isUnproven ? 1 : drawn
  const attorneys = matter.attorneys.map((id) => personOf(building.people, id))
  const courtCaseId = caseIdOf(building, court)
  return {
    id: `${court.id}-${courtCaseId}`,
    courtId: court.id,
    docketNumber,
    courtCaseId,
    ...parties,
    natureOfSuit: matter.natureOfSuit,
    judge,
    referredTo,
    filedOn,
    ...(isClosed && { closedOn: isoDay(addCourtDays(building.asOf, -random.int(70, 180))) }),
    client: { name: client.name, number: client.number, side: matter.side },
    matterNumber,
    matterName: matter.name,
    attorneyIds: attorneys.map(({ id }) => id),
    served: [...attorneys.map((person, i) => servedAttorney(person, i === 0)), ...makeOpposing(random)],
    notServed: makeNotServed(random),
    firstDocumentNumber: 24 + Math.floor((age * (activity + 1)) / random.int(9, 16)),
    activity,
  }
}

type Parties = Pick<WorldCase, 'name' | 'plaintiffs' | 'defendants' | 'chapter'>

/** Names the other side; the firm's client is on the side its matter says. Bankruptcies are named after the debtor. */
function partiesOf(random: Random, { client, matter, court, nth }: RosterCase): Parties {
  const isAgainstCompanies = matter.against !== 'people'
  const others = matter.against === 'people' ? drawPeople(random) : [matter.against[nth % matter.against.length] ?? '']
  const [other = ''] = others
  if (court.kind === 'bankruptcy') return { name: other, chapter: 11, plaintiffs: others, defendants: [client.name] }
  const [plaintiffs, defendants] = matter.side === 'plaintiff' ? [[client.name], others] : [others, [client.name]]
  const short = (parties: readonly string[]) => shortParty(parties, parties !== others || isAgainstCompanies)
  return { name: `${short(plaintiffs)} v. ${short(defendants)}`, plaintiffs, defendants }
}

function drawPeople(random: Random): string[] {
  const count = random.pick([1, 1, 1, 2, 3])
  return Array.from({ length: count }, () => `${random.pick(givenNames)} ${random.pick(familyNames)}`)
}

type NumberInput = Parameters<typeof makeDemoDocketNumber>[0]

/** Draws numbers until one is free in its court, however the judges' initials end it. */
function freeNumber({ numbers }: Building, input: NumberInput): string {
  for (;;) {
    const number = makeDemoDocketNumber(input)
    const key = `${input.court.id} ${number.replace(/(?:-[A-Z]+)+$/, '')}`
    if (numbers.has(key)) continue
    numbers.add(key)
    return number
  }
}

function caseIdOf({ cases }: Building, court: Court): string {
  return String(410_000 + cases.length * 1_733 + court.id.length)
}

function personOf(people: readonly Person[], id: string): Person {
  const found = people.find((person) => person.id === id)
  if (found === undefined) throw new Error(`The demo's firm has nobody with the id "${id}"`)
  return found
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
