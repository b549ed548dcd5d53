/** Runs at most `max` tasks with the same key at once; the rest wait in order of arrival. */
export interface KeyedLimiter {
  run: <T>(key: string, work: () => Promise<T>) => Promise<T>
}

/** A limiter that forgets keys without running tasks. With `max` 1 it is a lock. */
export function openKeyedLimiter(max: number): KeyedLimiter {
  const lanes = new Map<string, Lane>()
  return {
    async run(key, work) {
      const lane = lanes.get(key) ?? { running: 0, waiting: [] }
      lanes.set(key, lane)
      if (lane.running < max) lane.running++
      else await new Promise<void>((resolve) => lane.waiting.push(resolve))
      try {
        return await work()
      } finally {
        // The slot is handed to the next in line without being freed, so that no new task takes it.
        const next = lane.waiting.shift()
        if (next) next()
        else if (--lane.running === 0) lanes.delete(key)
      }
    },
  }
}

interface Lane {
  running: number
  waiting: (() => void)[]
}
