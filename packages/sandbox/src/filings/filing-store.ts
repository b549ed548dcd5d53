import type { Profile } from '../profile.ts'
import { makeRandom } from '../random.ts'
import type { World } from '../world/world.ts'
import type { Filing, FilingDocument, FilingNotice } from './filing.ts'
import { filingOfDocumentId } from './make-documents.ts'
import { makeFiling } from './make-filing.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'
import { addWorkingMinutes } from './times.ts'

/** The filings of one sandbox: those made so far, and the only way to make more. */
export interface FilingStore {
  /** Makes the next filing of the sequence, entered now or, on the simulated clock, at its own time. */
  fileNext(): Filing
  /** Makes the next filing so that it shows the scenario. */
  fileScenario(scenario: ScenarioName): Filing
  /** Makes past filings of the twelve weeks before `until`, newest last, numbered -count to -1. */
  fileHistory(count: number, until: Date): Filing[]
  find(number: number): Filing | undefined
  /** The filing a court document id belongs to, whatever its fourth digit, and which of its documents it is. */
  findByDocumentId(courtDocumentId: string): { filing: Filing; document: FilingDocument } | undefined
  /** The document that a case and a sequence name, of courts whose links have short ids. */
  findBySequence(courtCaseId: string, sequence: string): { filing: Filing; document: FilingDocument } | undefined
  /** The document that a link of its own leads to. */
  findByToken(token: string): { filing: Filing; document: FilingDocument; notice: FilingNotice } | undefined
  /** Filings of the sequence, oldest first, without history. */
  all(): Filing[]
  nextNumber(): number
}

/** A filing made before the sandbox was restarted. */
export interface PastFiling {
  number: number
  enteredAt: string
  /** When it was asked for. */
  scenario?: ScenarioName
}

interface FilingStoreInput {
  world: World
  profile: Profile
  /** From an earlier run, so that their links still work and numbers go on. */
  past?: readonly PastFiling[]
  onFiled?: (filing: PastFiling) => void
}

export function makeFilingStore({ world, profile, past = [], onFiled }: FilingStoreInput): FilingStore {
  const filings = new Map<number, Filing>()
  const separate = new Map<string, { filing: Filing; document: FilingDocument; notice: FilingNotice }>()
  const short = new Map<string, { filing: Filing; document: FilingDocument }>()
  const add = ({ number, enteredAt, scenario }: PastFiling) => {
    const { mix, kinds } = profile
    const at = new Date(enteredAt)
    const filing = makeFiling(world, number, { mix, kinds, at, ...(scenario && { scenario }) })
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
    fileHistory: (count, until) =>
      Array.from({ length: count }, (_, i) => {
        const at = historicalTime({ world, until, count, back: count - i })
        return add({ number: i - count, enteredAt: at.toISOString() })
      }),
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

/** Spreads history over the last twelve weeks, further back when it is long, at uneven distances. */
function historicalTime(input: { world: World; until: Date; count: number; back: number }): Date {
  const gap = Math.max(minHistoryGap, Math.floor(historyMinutes / input.count))
  const shift = makeRandom(`${input.world.seed}/history/${input.back}`).int(0, gap - 1)
  return addWorkingMinutes(input.until, -input.back * gap + shift)
}

/** Long past at any run, so that no receiver takes a notice for one from the future. */
function simulatedTime(number: number): Date {
  return addWorkingMinutes(new Date('2026-09-08T14:00:00Z'), number)
}

function findByDocumentId(filings: ReadonlyMap<number, Filing>, courtDocumentId: string) {
  const filing = filings.get(filingOfDocumentId(courtDocumentId))
  const noticeId = `${courtDocumentId.slice(0, 3)}0${courtDocumentId.slice(4)}`
  const all = [...(filing?.documents ?? []), ...(filing?.associated ?? []).flatMap((entry) => entry.document ?? [])]
  const document = all.find((candidate) => candidate.courtDocumentId === noticeId)
  return filing === undefined || document === undefined ? undefined : { filing, document }
}

/** The entry on each docket, with the document that is there. */
function placesOf(filing: Filing) {
  const { courtCaseId, sequence, documents, associated } = filing
  return [{ courtCaseId, sequence, document: documents[0] }, ...associated]
}

const day = 86_400_000

function daysAgo(scenario: ScenarioName | undefined): number {
  return scenario === undefined ? 0 : (scenarios[scenario].daysAgo ?? 0)
}
