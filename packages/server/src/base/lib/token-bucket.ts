import { setTimeout as wait } from 'node:timers/promises'

/** Lets so many pieces of work of a key begin in a second, and a few more after a pause. */
export interface TokenBucket {
  /** Resolves when the next piece may begin. */
  take: (key: string) => Promise<void>
}

/** No wall clock: one that is set back would let nothing begin until its old time comes again. */
const steady = { now: () => performance.now(), sleep: wait }

export function openTokenBucket(
  { perSecond, burst }: { perSecond: number; burst: number },
  { now, sleep }: { now: () => number; sleep: (ms: number) => Promise<unknown> } = steady,
): TokenBucket {
  /** When the bucket of a key is full again; every piece puts that off by its share of a second. */
  const fullAt = new Map<string, number>()
  const share = 1000 / perSecond
  return {
    async take(key) {
      const at = now()
      // A full bucket is as good as none; without this the map would grow by every key there ever was.
      for (const [other, full] of fullAt) if (full <= at) fullAt.delete(other)
      const full = Math.max(fullAt.get(key) ?? at, at) + share
      fullAt.set(key, full)
      const early = full - at - burst * share
      if (early > 0) await sleep(early)
    },
  }
}
