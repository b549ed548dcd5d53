import type { Profile } from '../profile.ts'
import { makeRandom } from '../random.ts'
import type { PlannedFiling } from '../world/demo/plan-filings.ts'
import type { World } from '../world/world.ts'
import { onCourtDay } from './court-days.ts'
import type { Filing, FilingDocument, FilingNotice } from './filing.ts'
import { filingOfDocumentId } from './make-documents.ts'
import { makeFiling } from './make-filing.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'
import { addWorkingMinutes } from './times.ts'

/** The filings of one sandbox so far, and the only way to create more. */
export interface FilingStore {
  /** Creates the next filing in sequence, entered now or, on the simulated clock, at its own time. */
  fileNext(): Filing
  /** Creates the next filing for the scenario. */
  fileScenario(scenario: ScenarioName): Filing
  /**
   * Creates past filings of the twelve weeks before `until`, newest last, numbered -count to -1, and those the world
   * plans.
   */
  fileHistory(count: number, until: Date): Filing[]
  find(number: number): Filing | undefined
  /** Returns the filing a court document ID belongs to, whatever its fourth digit, and the document's index. */
  findByDocumentId(courtDocumentId: string): { filing: Filing; document: FilingDocument } | undefined
  /** Returns the document with a case and a sequence, for courts whose links have short IDs. */
  findBySequence(courtCaseId: string, sequence: string): { filing: Filing; document: FilingDocument } | undefined
  /** Returns the document a separate link leads to. */
  findByToken(token: string): { filing: Filing; document: FilingDocument; notice: FilingNotice } | undefined
  /** Returns filings of the sequence, oldest first, without history. */
  all(): Filing[]
  nextNumber(): number
}

/** A filing created before the sandbox was restarted. */
export interface PastFiling {
  number: number
  enteredAt: string
  /** The requested scenario, if any. */
  scenario?: ScenarioName
  /** Only for an entry the world plans. */
  planned?: PlannedFiling
}

interface FilingStoreInput {
  world: World
  profile: Profile
  /** Filings of an earlier run, so that their links still work and numbers continue. */
  past?: readonly PastFiling[]
  onFiled?: (filing: PastFiling) => void
}

export function makeFilingStore({ world, profile, past = [], onFiled }: FilingStoreInput): FilingStore {
  const filings = new Map<number, Filing>()
  const separate = new Map<string, { filing: Filing; document: FilingDocument; notice: FilingNotice }>()
  const short = new Map<string, { filing: Filing; document: FilingDocument }>()
  const add = ({ number, enteredAt, scenario, planned }: PastFiling) => {
    const { mix, kinds } = profile
    const at = new Date(enteredAt)
    const filing = makeFiling(world, number, {
      mix,
      kinds,
      at,
      ...(scenario && { scenario }),
      ...(planned && { planned }),
    })
    filings.set(number, filing)
    for (const { courtCaseId, sequence, document } of filing.behaviour.hasShortIds ? placesOf(filing) : []) {
      if (document) short.set(`${courtCaseId}/${sequence}`, { filing, document })
    }
    for (const notice of filing.notices) {
      for (const [index, { token }] of notice.documentLinks.entries()) {
        const document = filing.documents[index]
        if (document) separate.set(token, { filing, document, notice })
      }
    }
    return filing
  }
  for (const one of past) add(one)
  let next = past.reduce((highest, { number }) => Math.max(highest, number + 1), 0)
  const file = (scenario?: ScenarioName) => {
    const at =
      profile.clock === 'wall' || scenario ? new Date(Date.now() - daysAgo(scenario) * day) : simulatedTime(next)
    const made = { number: next, enteredAt: at.toISOString(), ...(scenario && { scenario }) }
    const filing = add(made)
    next++
    onFiled?.(made)
    return filing
  }
  return {
    fileNext: () => file(),
    fileScenario: file,
    fileHistory: (count, until) => {
      const times = Array.from({ length: count }, (_, i) => historicalTime({ world, until, count, back: count - i }))
      // A holiday's filings move to the day before, among those of that day.
      times.sort((a, b) => a.getTime() - b.getTime())
      const drawn = times.map((at, i) => add({ number: i - count, enteredAt: at.toISOString() }))
      const planned = (world.planned ?? []).map((each, i) =>
        add({ number: -count - 1 - i, enteredAt: each.enteredAt, planned: each }),
      )
      return [...drawn, ...planned].sort((a, b) => a.enteredAt.localeCompare(b.enteredAt))
    },
    find: (number) => filings.get(number),
    findByDocumentId: (courtDocumentId) => findByDocumentId(filings, courtDocumentId),
    findBySequence: (courtCaseId, sequence) => short.get(`${courtCaseId}/${sequence}`),
    findByToken: (token) => separate.get(token),
    all: () => [...filings.values()].filter((filing) => filing.number >= 0),
    nextNumber: () => next,
  }
}

/** Twelve weeks of working time. */
const historyMinutes = 36_000
const minHistoryGap = 30

/** Spreads history over the last twelve weeks, or longer for many filings, at irregular intervals. */
function historicalTime(input: { world: World; until: Date; count: number; back: number }): Date {
  const gap = Math.max(minHistoryGap, Math.floor(historyMinutes / input.count))
  const shift = makeRandom(`${input.world.seed}/history/${input.back}`).int(0, gap - 1)
  return onCourtDay(addWorkingMinutes(input.until, -input.back * gap + shift), -1)
}

/** In the past at any run, so that no receiver rejects a notice as being from the future. */
export const simulatedStart = new Date('2026-09-08T14:00:00Z')

function simulatedTime(number: number): Date {
  return addWorkingMinutes(simulatedStart, number)
}

function findByDocumentId(filings: ReadonlyMap<number, Filing>, courtDocumentId: string) {
  const filing = filings.get(filingOfDocumentId(courtDocumentId))
  const noticeId = `${courtDocumentId.slice(0, 3)}0${courtDocumentId.slice(4)}`
  const all = [...(filing?.documents ?? []), ...(filing?.associated ?? []).flatMap((entry) => entry.document ?? [])]
  const document = all.find((candidate) => candidate.courtDocumentId === noticeId)
  return filing === undefined || document === undefined ? undefined : { filing, document }
}

/** Returns the entry on each docket, with its document. */
function placesOf(filing: Filing) {
  const { courtCaseId, sequence, documents, associated } = filing
  return [{ courtCaseId, sequence, document: documents[0] }, ...associated]
}

const day = 86_400_000

function daysAgo(scenario: ScenarioName | undefined): number {
  return scenario === undefined ? 0 : (scenarios[scenario].daysAgo ?? 0)
}
