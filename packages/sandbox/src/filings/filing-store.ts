import type { Profile } from '../profile.ts'
import { makeRandom } from '../random.ts'
import type { World } from '../world/world.ts'
import type { Filing } from './filing.ts'
import { makeFiling } from './make-filing.ts'
import { addWorkingMinutes } from './times.ts'

/** The filings of one sandbox: those made so far, and the only way to make more. */
export interface FilingStore {
  /** Makes the next filing of the sequence, entered now or, on the simulated clock, at its own time. */
  fileNext(): Filing
  /** Makes past filings of the twelve weeks before `until`, newest last, numbered -count to -1. */
  fileHistory(count: number, until: Date): Filing[]
  find(number: number): Filing | undefined
  /** The filing a court document id belongs to, whatever its fourth digit, and which of its documents it is. */
  findByDocumentId(courtDocumentId: string): { filing: Filing; index: number } | undefined
  /** Filings of the sequence, oldest first, without history. */
  all(): Filing[]
  nextNumber(): number
}

/** A filing made before the sandbox was restarted. */
export interface PastFiling {
  number: number
  enteredAt: string
}

interface FilingStoreInput {
  world: World
  profile: Profile
  /** From an earlier run, so that their links still work and numbers go on. */
  past?: readonly PastFiling[]
  onFiled?: (filing: Filing) => void
}

export function makeFilingStore({ world, profile, past = [], onFiled }: FilingStoreInput): FilingStore {
  const filings = new Map<number, Filing>()
  const add = (number: number, at: Date) => {
    const filing = makeFiling(world, number, { mix: profile.mix, at })
    filings.set(number, filing)
    return filing
  }
  for (const { number, enteredAt } of past) add(number, new Date(enteredAt))
  let next = past.reduce((highest, { number }) => Math.max(highest, number + 1), 0)
  return {
    fileNext: () => {
      const filing = add(next, profile.clock === 'wall' ? new Date() : simulatedTime(next))
      next++
      onFiled?.(filing)
      return filing
    },
    fileHistory: (count, until) =>
      Array.from({ length: count }, (_, i) => add(i - count, historicalTime({ world, until, count, back: count - i }))),
    find: (number) => filings.get(number),
    findByDocumentId: (courtDocumentId) => findByDocumentId(filings, courtDocumentId),
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
  const serial = Number(courtDocumentId.slice(4)) - 20_000_000
  const filing = filings.get(Math.floor(serial / 8))
  const noticeId = `${courtDocumentId.slice(0, 3)}0${courtDocumentId.slice(4)}`
  const index = filing?.documents.findIndex((document) => document.courtDocumentId === noticeId) ?? -1
  return filing === undefined || index < 0 ? undefined : { filing, index }
}
