import { type KeyedLimiter, openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import { openTokenBucket, type Rate, type TokenBucket } from '@courtcrier/lib/token-bucket.ts'

/** What a service documents about the requests that it takes from one account. */
export interface RequestLimit {
  /** Requests with the same key count together. */
  key: string
  /** Most requests in any so many seconds, whether they come at once or one by one. */
  most: number
  seconds: number
  /** Most requests that may be under way at a time. */
  together?: number
  /** How much a request counts; 1 if absent. */
  units?: number
}

/** The rate of one of several processes, with which all together stay within a limit. */
function rateOfEach({ most, seconds }: RequestLimit, processes: number): Rate {
  const share = most / processes
  const burst = Math.max(1, Math.floor(share / 5))
  // A share of less than two requests is sent one by one, at that interval.
  return { burst, perSecond: Math.max(share - burst, Math.min(share, 1)) / seconds }
}

export interface RequestLimits {
  /** Runs a request when all of its limits allow it. */
  run: <T>(limits: readonly RequestLimit[], work: () => Promise<T>) => Promise<T>
}

/** The clock of limits: steady, in milliseconds. */
export type LimitClock = NonNullable<Parameters<typeof openTokenBucket>[1]>

interface LimitOptions {
  clock?: LimitClock | undefined
  /** How many processes share each limit; this one alone if absent. */
  processes?: (() => number) | undefined
}

export function openRequestLimits({ clock, processes = () => 1 }: LimitOptions = {}): RequestLimits {
  const buckets = new Map<string, TokenBucket>()
  const limiters = new Map<number, KeyedLimiter>()
  const take = async (limit: RequestLimit) => {
    const { key, most, seconds, units = 1 } = limit
    const rate = `${most}/${seconds}`
    const bucket = buckets.get(rate) ?? openTokenBucket(() => rateOfEach(limit, processes()), clock)
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
    if (limit.together === undefined) return then()
    const together = Math.max(1, Math.floor(limit.together / processes()))
    const limiter = limiters.get(together) ?? openKeyedLimiter(together)
    limiters.set(together, limiter)
    return limiter.run(limit.key, then)
  }
  return { run }
}
