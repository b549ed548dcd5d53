import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'

/** Senders remembered for each limit; the one that was heard of longest ago is forgotten first. */
const mostSenders = 5_000

interface Count {
  current: number
  since: number
}

/**
 * Counts requests for `@fastify/rate-limit`. Its own store hands out the object in which it counts, and the plugin reads
 * it later: requests that waited for the same thing, such as the first look at whose host it is, then each see the count
 * after all of them, so that a burst of one too many was refused altogether.
 */
export const requestCounts = function makeCounts(): FastifyRateLimitStore {
  return openCounts()
} as unknown as FastifyRateLimitStoreCtor

function openCounts(): FastifyRateLimitStore {
  const counts = new Map<string, Count>()
  return {
    incr: (key, callback, timeWindow) => {
      const now = Date.now()
      const known = counts.get(key)
      const since = known && known.since + timeWindow > now ? known.since : now
      const current = known && since === known.since ? known.current + 1 : 1
      // Put behind all others.
      counts.delete(key)
      counts.set(key, { current, since })
      forgetOldest(counts)
      callback(null, { current, ttl: since + timeWindow - now })
    },
    child: openCounts,
  }
}

function forgetOldest(counts: Map<string, Count>): void {
  const [oldest] = counts.keys()
  if (counts.size > mostSenders && oldest !== undefined) counts.delete(oldest)
}
