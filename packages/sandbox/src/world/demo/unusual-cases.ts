import { addCourtDays } from '../../filings/court-days.ts'
import { makeRandom } from '../../random.ts'
import { makeNotServed, makeOpposing, servedAttorney, type WorldCase } from '../cases.ts'
import { getCourt } from '../courts.ts'
import type { Person } from '../people.ts'
import { familyNames, givenNames } from './roster.ts'

interface UnusualInput {
  seed: string
  asOf: Date
  people: readonly Person[]
}

/**
 * Cases that need a person's decision: one in which the firm represents two of three defendants, recorded as two cases
 * that the court's number fits equally, and two suits served in the last days that the firm has not recorded yet.
 */
export function makeUnusualCases(input: UnusualInput): WorldCase[] {
  return [codefendants(input), newFederal(input), newState(input)]
}

function codefendants(input: UnusualInput): WorldCase {
  const filedOn = isoDay(addCourtDays(input.asOf, -150))
  const number = `1:${filedOn.slice(2, 4)}-cr-00417`
  const initials = 'SA'
  return {
    ...factsOf(input, { courtId: 'nysd', courtCaseId: '660417', filedOn, attorneys: ['harlan', 'venkataraman'] }),
    docketNumber: `${number}-${initials}`,
    name: 'USA v. Okafor et al',
    plaintiffs: ['USA'],
    defendants: ['Emeka Okafor', 'Lucía Ferrante', 'Grigor Petrosyan'],
    natureOfSuit: 'Wire fraud, 18 U.S.C. § 1343',
    client: { name: 'Blackthorn Advisors LLC', number: '10401', side: 'defendant' },
    matterNumber: '10401-0001',
    matterName: 'United States v. Okafor',
    records: [
      { docketNumber: `${number}-${initials}-1`, name: 'USA v. Okafor' },
      { docketNumber: `${number}-${initials}-2`, name: 'USA v. Ferrante' },
    ],
    firstDocumentNumber: 61,
    activity: 0,
  }
}

function newFederal(input: UnusualInput): WorldCase {
  const filedOn = isoDay(addCourtDays(input.asOf, -3))
  const random = makeRandom(`${input.seed}/demo/new-federal`)
  const person = `${random.pick(givenNames)} ${random.pick(familyNames)}`
  const [, last = person] = person.split(' ')
  const serial = String(9_400 + random.int(0, 90)).padStart(5, '0')
  return {
    ...factsOf(input, { courtId: 'nysd', courtCaseId: '661902', filedOn, attorneys: ['dubois'] }),
    docketNumber: `1:${filedOn.slice(2, 4)}-cv-${serial}-SA`,
    name: `${last} v. Tidewater Mutual Insurance Company`,
    plaintiffs: [person],
    defendants: ['Tidewater Mutual Insurance Company'],
    natureOfSuit: '110 Insurance',
    client: { name: 'Tidewater Mutual Insurance Company', number: '10240', side: 'defendant' },
    matterNumber: '10240-0005',
    matterName: 'New York Coverage Suit',
    records: [],
    firstDocumentNumber: 1,
    activity: 0,
  }
}

function newState(input: UnusualInput): WorldCase {
  const filedOn = isoDay(addCourtDays(input.asOf, -4))
  return {
    ...factsOf(input, { courtId: 'illcirctcook', courtCaseId: '661903', filedOn, attorneys: ['lindgren'] }),
    docketNumber: `${filedOn.slice(0, 4)}L011876`,
    name: 'Zielinski v. Northgate Property Holdings LLC',
    plaintiffs: ['Beth Zielinski'],
    defendants: ['Northgate Property Holdings LLC'],
    natureOfSuit: '360 P.I.: Other',
    client: { name: 'Northgate Property Holdings LLC', number: '10243', side: 'defendant' },
    matterNumber: '10243-0003',
    matterName: 'Zielinski Premises Claim',
    records: [],
    firstDocumentNumber: 1,
    activity: 0,
  }
}

interface CaseFacts {
  courtId: string
  courtCaseId: string
  filedOn: string
  attorneys: readonly string[]
}

function factsOf({ seed, people }: UnusualInput, { courtId, courtCaseId, filedOn, attorneys }: CaseFacts) {
  const random = makeRandom(`${seed}/demo/${courtCaseId}`)
  const judges = getCourt(courtId).judges
  const judge = judges.find(({ initials }) => initials === 'SA') ?? judges[0]
  if (judge === undefined) throw new Error(`The court ${courtId} has no judge`)
  const own = people.filter(({ id }) => attorneys.includes(id))
  return {
    id: `${courtId}-${courtCaseId}`,
    courtId,
    courtCaseId,
    judge,
    filedOn,
    attorneyIds: own.map(({ id }) => id),
    served: [...own.map((person, at) => servedAttorney(person, at === 0)), ...makeOpposing(random)],
    notServed: makeNotServed(random),
  }
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
