import type { Mix, Profile } from '../profile.ts'
import { makeRandom, pickWeighted, type Random } from '../random.ts'
import type { ServedPerson, WorldCase } from '../world/cases.ts'
import { getCourt } from '../world/courts.ts'
import type { PlannedFiling } from '../world/demo/plan-filings.ts'
import type { Court } from '../world/make-court.ts'
import type { Person } from '../world/people.ts'
import { getCase, getPerson, type World } from '../world/world.ts'
import { usualBehaviour } from './behaviour.ts'
import { type Filer, makeDocketText } from './docket-text.ts'
import type { AssociatedCase, Filing } from './filing.ts'
import { exhibitsFor, kindsOf, sealedKind, transcriptKind } from './kinds.ts'
import { documentId, firstAssociatedId, makeDocuments } from './make-documents.ts'
import { makeNotices } from './make-notices.ts'
import type { EntryKind } from './other-kinds.ts'
import { plannedKinds } from './planned-kinds.ts'
import { oddScenarios, type Scenario, type ScenarioName, scenarios } from './scenarios.ts'
import { findSlot } from './slots.ts'
import { courtTime, isoDate } from './times.ts'

export interface FilingInput extends Pick<Profile, 'mix' | 'kinds'> {
  at: Date
  /** A requested scenario; it goes to a suitable case instead of the next one in turn. */
  scenario?: ScenarioName
  /** An entry the world plans; its case and number are given. */
  planned?: PlannedFiling
}

/**
 * Creates the n-th filing of a world (history has negative numbers), entered at the given time. The same input produces
 * the same filing.
 */
export function makeFiling(world: World, n: number, input: FilingInput): Filing {
  const { mix, at } = input
  const random = makeRandom(`${world.seed}/filing/${n}`)
  const { case: worldCase, documentNumber } = chooseDocketPosition(world, n, input)
  const court = getCourt(worldCase.courtId)
  const { planned } = input
  const name = planned ? undefined : (input.scenario ?? chooseOdd(world, n, { court, mix }))
  const plan: Partial<Scenario> = name === undefined ? {} : scenarios[name]
  const { kind, sort } = planned ? plannedKindOf(planned) : chooseKind(random, { court, plan, mix })
  const filer = chooseFiler(random, worldCase, { kind, isFirst: documentNumber === 1 })
  const time = courtTime(at, court.timeZone)
  const attachments = chooseAttachments(random, { kind, plan, mix })
  const people = choosePeople(world, random, { worldCase, plan })
  const filing = {
    number: n,
    ...factsOfCase(worldCase),
    event: kind.event,
    title: kind.title,
    docketText: makeDocketText({
      ...{ random, court, case: worldCase, kind, attachments, time, documentNumber, filer, at },
      hearingOn: planned?.hearingOn,
    }),
    documentNumber,
    sequence: String(documentNumber * 3 + 17),
    enteredAt: at.toISOString(),
    filedOn: isoDate(time),
    enteredBy: filer.user,
    filers: filer.parties,
    isSealed: sort === 'sealed' || plan.behaviour?.refusal === 'sealed' || plan.behaviour?.refusal === 'sealedEntry',
    behaviour: {
      ...usualBehaviour(court),
      // A requested scenario shows one behavior, without the court's other habits.
      ...(input.scenario !== undefined && { way: 'direct' as const, confirmsFreeLook: false }),
      ...(sort === 'sealed' && { refusal: 'sealed' as const }),
      ...plan.behaviour,
    },
    layout: plan.layout ?? 'court',
    ...(name !== undefined && { scenario: name }),
    associated: associatedCases(world, { random, worldCase, court, n, spread: plan.spread ?? 0 }),
    fileNumber: 24_000_000 + n * 40,
    served: [...new Set([...people.map(servedPerson(worldCase)), ...worldCase.served])],
    documents: sort === 'text' ? [] : makeDocuments({ random, court, n, kind, attachments }),
  }
  const hasNoTokens = sort === 'transcript'
  return { ...filing, notices: makeNotices({ random, court, people, filing, hasNoTokens, tokens: plan.tokens, mix }) }
}

interface DocketPosition {
  case: WorldCase
  documentNumber: number
}

/** Chooses the case and number. Requested filings are numbered separately, so that those of the stream don't change. */
function chooseDocketPosition(world: World, n: number, { kinds, scenario, planned }: FilingInput): DocketPosition {
  if (planned) return { case: getCase(world, planned.caseId), documentNumber: planned.documentNumber }
  if (scenario === undefined) {
    const { case: worldCase, ordinal } = findSlot(world, n, kinds)
    return { case: worldCase, documentNumber: worldCase.firstDocumentNumber + ordinal }
  }
  const plan: Scenario = scenarios[scenario]
  const fitting = world.cases.filter(
    ({ courtId, mainCaseId, closedOn }) =>
      getCourt(courtId).kind === plan.kind &&
      (plan.courtId ?? courtId) === courtId &&
      (mainCaseId !== undefined) === (plan.isAdversary ?? false) &&
      closedOn === undefined,
  )
  const worldCase = fitting[Math.abs(n) % fitting.length]
  if (worldCase === undefined) throw new Error(`The sandbox has no case for "${scenario}"`)
  return { case: worldCase, documentNumber: worldCase.firstDocumentNumber + 2_000 + n }
}

function chooseOdd(world: World, n: number, { court, mix }: { court: Court; mix: Mix }): ScenarioName | undefined {
  const random = makeRandom(`${world.seed}/odd/${n}`)
  const odd = oddScenarios(court.kind)
  return odd.length > 0 && random.chance(mix.odd) ? pickWeighted(random, odd) : undefined
}

function factsOfCase(worldCase: WorldCase) {
  return {
    courtId: worldCase.courtId,
    caseId: worldCase.id,
    docketNumber: worldCase.docketNumber,
    courtCaseId: worldCase.courtCaseId,
    caseName: worldCase.name,
    caseClosedOn: worldCase.closedOn,
    notServed: worldCase.notServed,
  }
}

type Sort = 'document' | 'text' | 'sealed' | 'transcript'

interface KindInput {
  court: Court
  plan: Partial<Scenario>
  mix: Mix
}

function plannedKindOf({ kind }: PlannedFiling): { kind: EntryKind; sort: Sort } {
  return { kind: plannedKinds[kind], sort: kind === 'sealed' ? 'sealed' : 'document' }
}

/** Chooses the kind of entry by chance; a scenario needs one with a document. */
function chooseKind(random: Random, { court, plan, mix }: KindInput): { kind: EntryKind; sort: Sort } {
  const sort = pickWeighted<Sort>(random, [
    [mix.withDocument, 'document'],
    [court.kind === 'state' ? 0 : mix.withoutDocument, 'text'],
    [court.kind === 'district' ? mix.sealed : 0, 'sealed'],
    [court.kind === 'district' ? mix.transcript : 0, 'transcript'],
  ])
  const { refusal } = plan.behaviour ?? {}
  if (refusal === 'transcript' || plan.tokens === 'none') return { kind: transcriptKind, sort: 'document' }
  if (refusal === 'sealed') return { kind: sealedKind, sort: 'document' }
  const isPlanned = plan.kind !== undefined
  if (sort === 'sealed' && !isPlanned) return { kind: sealedKind, sort }
  if (sort === 'transcript' && !isPlanned) return { kind: transcriptKind, sort }
  const { withDocument, withoutDocument } = kindsOf(court.kind)
  const isText = sort === 'text' && !isPlanned
  return { kind: pickWeighted(random, isText ? withoutDocument : withDocument), sort: isText ? 'text' : 'document' }
}

/** Returns who files: the party that opened a case against the firm's client is on the other side. */
function chooseFiler(
  random: Random,
  worldCase: WorldCase,
  { kind, isFirst }: { kind: EntryKind; isFirst: boolean },
): Filer {
  const isOurs = random.chance(0.25) && !isFirst
  const person = random.pick(worldCase.served.filter((served) => served.isOfFirm === isOurs))
  const isPlaintiffs = isOurs === (worldCase.client.side === 'plaintiff')
  const parties = (isPlaintiffs ? worldCase.plaintiffs : worldCase.defendants).slice(0, 2)
  if (kind.by === 'clerk') return { parties: [] }
  const cut = person.name.lastIndexOf(' ')
  return { user: `${person.name.slice(cut + 1)}, ${person.name.slice(0, cut)}`, parties }
}

function chooseAttachments(
  random: Random,
  { kind, plan, mix }: { kind: EntryKind; plan: Partial<Scenario>; mix: Mix },
): string[] {
  if (plan.attachments !== undefined) return exhibitsFor(kind, plan.attachments)
  const isAlone = plan.kind !== undefined || kind.attachments.length === 0
  if (isAlone || !random.chance(mix.attachments)) return []
  return kind.attachments.slice(0, random.int(1, kind.attachments.length))
}

/** Returns the firm's attorneys on the case, or as many as the scenario needs, those of the case first. */
function choosePeople(
  world: World,
  random: Random,
  { worldCase, plan }: { worldCase: WorldCase; plan: Partial<Scenario> },
): Person[] {
  const own = worldCase.attorneyIds.map((id) => getPerson(world, id))
  if (plan.attorneys === undefined) return own
  const others = random.sample(
    world.people.filter((person) => !own.includes(person)),
    plan.attorneys,
  )
  return [...own, ...others].slice(0, plan.attorneys)
}

function servedPerson(worldCase: WorldCase): (person: Person) => ServedPerson {
  return ({ name, email }) =>
    worldCase.served.find((served) => served.name === name) ?? {
      name,
      emails: [email],
      isOfFirm: true,
      isOpposing: false,
    }
}

interface AssociatedInput {
  random: Random
  worldCase: WorldCase
  court: Court
  n: number
  /** Number of other cases of the court the entry is spread to. */
  spread: number
}

/**
 * Returns the additional cases of an entry: always the bankruptcy of an adversary proceeding, and those it is spread
 * to.
 */
function associatedCases(world: World, input: AssociatedInput): AssociatedCase[] {
  const { random, worldCase, court, n } = input
  const main = worldCase.mainCaseId === undefined ? [] : [getCase(world, worldCase.mainCaseId)]
  const others = world.cases.filter((other) => other.courtId === court.id && other !== worldCase)
  const related = others.filter((other) => other.matterNumber === worldCase.matterNumber)
  const pool = input.spread > 0 && related.length >= input.spread ? related : others
  return [...main, ...random.sample(pool, input.spread)].map((other, at) => ({
    caseId: other.id,
    docketNumber: other.docketNumber,
    courtCaseId: other.courtCaseId,
    caseName: other.name,
    documentNumber: other.firstDocumentNumber + 1_000 + Math.abs(n),
    sequence: String((other.firstDocumentNumber + 1_000 + Math.abs(n)) * 3 + 17),
    ...(other.id === worldCase.mainCaseId && { document: ownDocument(random, court, { n, at }) }),
  }))
}

/** Returns the main case's own copy of the document that opened or was filed in the adversary proceeding. */
function ownDocument(random: Random, court: Court, { n, at }: { n: number; at: number }) {
  const index = firstAssociatedId + at
  return {
    index,
    courtDocumentId: documentId(court, n, index),
    description: 'Main Document',
    originalFileName: 'n/a',
    stamp: random.hex(67) + random.hex(61),
    pages: random.int(1, 4),
  }
}
