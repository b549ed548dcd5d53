import { type NoticeTrial, noticeTrialLimits } from '@courtcrier/contract/calls/trials.ts'
import type { Trx } from '../../base/db/database.ts'
import type { SearchScope } from '../../records/viewer.ts'

/** How a trial with the answer `T` looks at the past: in batches, so that no transaction is long, and only as long as someone waits for it. */
export interface LookBack<T = unknown> {
  scope: SearchScope
  within: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>
  /** Starts the time that one part of the trial may take. Returns whether there is some left. */
  startTime: () => () => boolean
  /** How many rows are read at a time. */
  batch: number
  /** Sends now and then what was found so far, if the client wants the answer in steps. */
  report?: ((answer: () => Promise<T>) => Promise<void>) | undefined
}

/** Where a batch begins: after this row, from the newest back to the time `since`. */
export interface Place {
  since: Date
  after: { id: string; at: Date } | undefined
  limit: number
}

/** How far it came, and what there was no time for. */
export type Extent = Pick<NoticeTrial, 'looked' | 'left' | 'reached'>

/** Makes the answer of what was found, as far as the trial came. */
export type Answering<T> = (extent: Extent) => Promise<T>

interface Looking<Row, T> {
  find: (trx: Trx, place: Place) => Promise<readonly Row[]>
  /** Looks at a batch, in the transaction in which it was found. */
  look: (rows: readonly Row[], trx: Trx) => Promise<void> | void
  /** How many messages or filings are left before a place. */
  countBefore: (trx: Trx, place: Place) => Promise<number>
  answer: Answering<T>
}

/** Looks at everything of the days a trial goes back, newest first, until the time is over. Returns the answer. */
export async function lookBack<Row extends { id: string; at: string }, T>(
  { within, startTime, batch, report }: LookBack<T>,
  { find, look, countBefore, answer }: Looking<Row, T>,
): Promise<T> {
  const since = new Date(Date.now() - noticeTrialLimits.days * dayMs)
  const hasTime = startTime()
  let place: Place = { since, after: undefined, limit: batch }
  let looked = 0
  do {
    const rows = await within(async (trx) => {
      const found = await find(trx, place)
      await look(found, trx)
      return found
    })
    looked += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < batch) return answer({ looked })
    place = { ...place, after: { id: last.id, at: new Date(last.at) } }
    await report?.(() => answer({ looked, reached: last.at }))
  } while (hasTime())
  const count = await within((trx) => countBefore(trx, place))
  const before = place.after?.at.toISOString()
  return answer(count > 0 && before !== undefined ? { looked, left: { count, before } } : { looked })
}

const dayMs = 86_400_000

/** What a trial found so far: all are counted, and the latest kept. */
export interface Tally<Each> {
  add: (each: Each, isCaught: boolean) => void
  count: () => number
  shown: () => readonly Each[]
}

/** Counts past notices without keeping more than are shown: there can be any number of them. */
export function openTally<Each>(): Tally<Each> {
  const shown: Each[] = []
  let count = 0
  return {
    add(each, isCaught) {
      if (isCaught) count++
      if (shown.length < noticeTrialLimits.shown) shown.push(each)
    },
    count: () => count,
    shown: () => shown,
  }
}
