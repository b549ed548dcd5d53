import { expect, test } from 'vitest'
import { isLongRun } from '../../server/src/testing/long-run.ts'
import type { Connector } from './connector.ts'
import type { ServiceBench } from './testing/service-bench.ts'
import type { LimitClock } from './ways/request-limits.ts'

interface LimitBench extends Pick<ServiceBench, 'connector' | 'faults' | 'close'> {}

interface DocumentedLimit {
  /** What counts, for the name of the test: `uploads`. */
  what: string
  most: number
  seconds: number
  /** Which requests count together; undefined for one that doesn't. */
  keyOf: (request: { method: string; path: string }) => string | undefined
  /** What is asked of the connector again and again. */
  ask: (connector: Connector, n: number) => Promise<unknown>
  times: number
}

/** That a connector never sends more than its service documents to take, however fast that answers. */
export function describeLimits(
  name: string,
  openBench: (clock: LimitClock) => Promise<LimitBench>,
  limits: readonly DocumentedLimit[],
): void {
  // What all of them reckon by is asked in the short form too (`request-limits.test.ts`).
  test.each(isLongRun ? limits : [])(
    'the $0 connector sends $most $what in $seconds seconds at most'.replace('$0', name),
    async (limit) => {
      const clock = openClock()
      const { connector, faults, close } = await openBench(clock)
      const sent = new Map<string, number[]>()
      faults.failNth((request) => {
        const key = limit.keyOf(request)
        if (key !== undefined) sent.set(key, [...(sent.get(key) ?? []), clock.now()])
        return false
      })
      for (let n = 0; n < limit.times; n++) await limit.ask(connector, n)
      const most = Math.max(...[...sent.values()].map((times) => mostWithin(times, limit.seconds * 1000)))
      expect(most).toBeLessThanOrEqual(limit.most)
      // Otherwise too little was asked to see it.
      expect([...sent.values()].some(({ length }) => length > limit.most)).toBe(true)
      await close()
    },
  )
}

/** Passes only where something waits: answers take no time. */
function openClock(): LimitClock {
  let now = 0
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  }
}

function mostWithin(times: readonly number[], ms: number): number {
  let from = 0
  let most = 0
  for (const [to, time] of times.entries()) {
    while (time - (times[from] ?? 0) >= ms) from += 1
    most = Math.max(most, to - from + 1)
  }
  return most
}
