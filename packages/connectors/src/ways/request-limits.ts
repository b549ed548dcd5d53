import { type KeyedLimiter, openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import { openTokenBucket, type TokenBucket } from '@courtcrier/lib/token-bucket.ts'

/** What a service documents about the requests that it takes from one account. */
export interface RequestLimit {
  /** Requests with the same key count together. */
  key: string
  perSecond: number
  burst: number
  /** Most requests that may be under way at a time. */
  together?: number
  /** How much a request counts; 1 if absent. */
  units?: number
}

/** For a service that counts the requests of any so many seconds, whether they come at once or one by one. */
export function inAny(seconds: number, most: number): Pick<RequestLimit, 'perSecond' | 'burst'> {
  const burst = Math.max(1, Math.floor(most / 5))
  return { burst, perSecond: (most - burst) / seconds }
}

export interface RequestLimits {
  /** Runs a request when all of its limits allow it. */
  run: <T>(limits: readonly RequestLimit[], work: () => Promise<T>) => Promise<T>
}

/** The clock of limits: steady, in milliseconds. */
export type LimitClock = NonNullable<Parameters<typeof openTokenBucket>[1]>

export function openRequestLimits(clock?: LimitClock): RequestLimits {
  const buckets = new Map<string, TokenBucket>()
  const limiters = new Map<number, KeyedLimiter>()
  const take = async ({ key, perSecond, burst, units = 1 }: RequestLimit) => {
    const rate = `${perSecond}/${burst}`
    const bucket = buckets.get(rate) ?? openTokenBucket({ perSecond, burst }, clock)
    buckets.set(rate, bucket)
    for (let n = 0; n < units; n++) await bucket.take(key)
  }
  const run = async <T>(limits: readonly RequestLimit[], work: () => Promise<T>): Promise<T> => {
    const [limit, ...others] = limits
    if (!limit) return work()
    const then = async () => {
      await take(limit)
      return run(others, work)
    }
    const { key, together } = limit
    if (together === undefined) return then()
    const limiter = limiters.get(together) ?? openKeyedLimiter(together)
    limiters.set(together, limiter)
    return limiter.run(key, then)
  }
  return { run }
}
