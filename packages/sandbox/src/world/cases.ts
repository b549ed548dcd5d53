import type { Random } from '../random.ts'
import type { Court, Judge } from './make-court.ts'
import { companies, docketingAddress, firstNames, lastNames, opposingFirms, suits } from './names.ts'
import type { Person } from './people.ts'

/** One case of the sandbox, with all the facts its notices and a firm's records contain. */
export interface WorldCase {
  /** The sandbox's own key, `cand-452017`. */
  id: string
  courtId: string
  /** As the court writes it, judges' initials included. */
  docketNumber: string
  /** The court's own key (`caseid=`). */
  courtCaseId: string
  /** As in notices: `Corrigan et al v. Bluepeak Software, Inc.`; a bankruptcy has its debtor's name alone. */
  name: string
  /** Only for a bankruptcy. */
  chapter?: number
  /** Only for an adversary proceeding: the bankruptcy it belongs to. */
  mainCaseId?: string
  plaintiffs: readonly string[]
  defendants: readonly string[]
  natureOfSuit: string
  judge: Judge
  referredTo?: Judge
  /** ISO date. */
  filedOn: string
  /** ISO date; notices of closed cases carry a warning. */
  closedOn?: string
  /** The firm's side. */
  client: { name: string; number: string; side: 'plaintiff' | 'defendant' }
  matterNumber: string
  /** Absent when the matter is named after its subject. */
  matterName?: string
  /** How the firm has recorded the case: in several records, or in none; absent when as the court has it. */
  records?: readonly { docketNumber: string; name: string }[]
  /** IDs of the firm's attorneys on the case. */
  attorneyIds: readonly string[]
  served: readonly ServedPerson[]
  notServed: readonly UnservedPerson[]
  /** The entry number with which its docket continues. */
  firstDocumentNumber: number
  /** Its share of the sandbox's filings, relative to others: 1 to 3, or 0 for none but planned ones. */
  activity: number
}

/** Someone on the court's service list. */
export interface ServedPerson {
  name: string
  emails: readonly string[]
  isOfFirm: boolean
  /** Whether this person represents the other side. */
  isOpposing: boolean
}

export interface UnservedPerson {
  name: string
  address: readonly string[]
}

interface CaseInput {
  random: Random
  people: readonly Person[]
  index: number
  court: Court
  /** Only for an adversary proceeding: its bankruptcy. */
  main?: WorldCase
}

/** Creates the case with this index. Every eleventh is closed. */
export function makeCase({ random, people, index, court, main }: CaseInput): WorldCase {
  const year = random.pick([2023, 2024, 2024, 2025, 2025, 2025, 2026, 2026, 2026])
  const isBankruptcy = court.kind === 'bankruptcy' && main === undefined
  const plaintiffs = main?.plaintiffs ?? makeParties(random, !isBankruptcy && random.chance(0.6))
  const defendants = makeParties(random, false, plaintiffs)
  const side = random.chance(0.3) ? 'plaintiff' : 'defendant'
  const judge = random.pick(court.judges.filter((candidate) => !candidate.isMagistrate))
  const magistrates = court.judges.filter((candidate) => candidate.isMagistrate)
  const referredTo = court.writesReferral ? random.pick(magistrates) : undefined
  const attorneys = random.sample(people, random.int(1, 4))
  const courtCaseId = String(300_000 + index * 1_733 + random.int(0, 900))
  const clientName = (side === 'plaintiff' ? plaintiffs : defendants)[0] as string
  const clientNumber = String(10_240 + index * 3)
  const opposing = makeOpposing(random)
  return {
    id: `${court.id}-${courtCaseId}`,
    courtId: court.id,
    docketNumber: makeDocketNumber({ random, court, year, index, judges: [judge, referredTo] }),
    courtCaseId,
    name: isBankruptcy ? (plaintiffs[0] ?? '') : `${shortParty(plaintiffs)} v. ${shortParty(defendants)}`,
    ...(isBankruptcy && { chapter: 11 }),
    ...(main && { mainCaseId: main.id }),
    plaintiffs,
    defendants,
    natureOfSuit: random.pick(suits).join(' '),
    judge,
    referredTo,
    filedOn: `${year}-${pad(random.int(1, 8))}-${pad(random.int(1, 28))}`,
    closedOn: index % 11 === 10 ? `2026-07-${pad(random.int(1, 28))}` : undefined,
    client: { name: clientName, number: clientNumber, side },
    matterNumber: `${clientNumber}-${String(random.int(1, 12)).padStart(4, '0')}`,
    attorneyIds: attorneys.map((person) => person.id),
    served: [...attorneys.map((person, i) => servedAttorney(person, i === 0)), ...opposing],
    notServed: makeNotServed(random),
    firstDocumentNumber: random.int(160, 340),
    activity: random.int(1, 3),
  }
}

function makeParties(random: Random, arePersons: boolean, others: readonly string[] = []): string[] {
  const count = random.pick([1, 1, 2, 3])
  if (arePersons) return Array.from({ length: count }, () => `${random.pick(firstNames)} ${random.pick(lastNames)}`)
  return random.sample(
    companies.filter((name) => !others.includes(name)),
    count,
  )
}

/** Returns the clerk's short title: surname or company, "et al" when there are more. */
export function shortParty(
  parties: readonly string[],
  isCompany: boolean = (companies as readonly string[]).includes(parties[0] ?? ''),
): string {
  const first = parties[0] as string
  const short = isCompany ? first : first.slice(first.indexOf(' ') + 1)
  return parties.length > 1 ? `${short} et al` : short
}

interface DocketNumberInput {
  random: Random
  court: Court
  year: number
  index: number
  judges: readonly (Judge | undefined)[]
}

/** Returns a docket number. Each case draws its serial from a separate range, so no two cases can share a number. */
function makeDocketNumber(input: DocketNumberInput): string {
  const [office] = input.random.pick(input.court.offices)
  const serial = String(112 + input.index * 241 + input.random.int(0, 240)).padStart(5, '0')
  const initials = input.judges.flatMap((judge) => (judge?.initials ? [judge.initials] : []))
  const { kind } = input.court
  // Appeals have four digits after the year, bankruptcies five and their judge.
  if (kind === 'appellate' || kind === 'acms')
    return `${String(input.year).slice(2)}-${(Number(serial) % 9_000) + 1_000}`
  if (kind === 'bankruptcy') return [`${String(input.year).slice(2)}-${serial}`, ...initials].join('-')
  return [`${office}:${String(input.year).slice(2)}-cv-${serial}`, ...initials].join('-')
}

/** Returns an attorney as served. The lead attorney has also registered the firm's docketing address, as is usual. */
export function servedAttorney(person: Person, isLead: boolean): ServedPerson {
  return {
    name: person.name,
    emails: isLead ? [person.email, docketingAddress] : [person.email],
    isOfFirm: true,
    isOpposing: false,
  }
}

export function makeOpposing(random: Random): ServedPerson[] {
  const [, domain] = random.pick(opposingFirms)
  return Array.from({ length: random.int(1, 3) }, () => {
    const first = random.pick(firstNames)
    const last = random.pick(lastNames)
    const email = `${first[0]}${last}@${domain}`.replace("'", '').toLowerCase()
    const emails = random.chance(0.5) ? [email, `ecf@${domain}`] : [email]
    return { name: `${first} ${last}`, emails, isOfFirm: false, isOpposing: true }
  })
}

export function makeNotServed(random: Random): UnservedPerson[] {
  if (random.chance(0.6)) return []
  const [firmName, , city] = random.pick(opposingFirms)
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
  return [{ name, address: [firmName, `${random.int(10, 990)} Exchange Street, Suite ${random.int(2, 40)}00`, city] }]
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
