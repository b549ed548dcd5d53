import { setTimeout as wait } from 'node:timers/promises'

/** Limits how many tasks per key may start in a second, with a burst allowed after a pause. */
export interface TokenBucket {
  /** Resolves when the next task may start. */
  take: (key: string) => Promise<void>
}

/** Not the wall clock: after it is set back, nothing could start until it reached its former time. */
const steady = { now: () => performance.now(), sleep: wait }

export interface Rate {
  perSecond: number
  burst: number
}

/** A rate that is asked for each time may change: a bucket that was full or empty then still is. */
export function openTokenBucket(
  rate: Rate | (() => Rate),
  { now, sleep }: { now: () => number; sleep: (ms: number) => Promise<unknown> } = steady,
): TokenBucket {
  /** When the bucket of a key is full again; every task delays that by its share of a second. */
  const fullAt = new Map<string, number>()
  return {
    async take(key) {
      const { perSecond, burst } = typeof rate === 'function' ? rate() : rate
      const share = 1000 / perSecond
      const at = now()
      // A full bucket is the same as none; without this the map would grow with every key ever seen.
      for (const [other, full] of fullAt) if (full <= at) fullAt.delete(other)
      const full = Math.max(fullAt.get(key) ?? at, at) + share
      fullAt.set(key, full)
      const early = full - at - burst * share
      if (early > 0) await sleep(early)
    },
  }
}
