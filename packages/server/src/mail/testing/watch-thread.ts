/** Watches for how long this thread does nothing but one thing. */
export interface ThreadWatch {
  /** Returns the longest time in between, in milliseconds. */
  stop: () => number
}

const everyMs = 10

/**
 * Measures the processor time from one moment at which the thread can do something else to the next: unlike the time that
 * passes, it doesn't grow on a busy machine.
 */
export function watchThread(): ThreadWatch {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return longest
    },
  }
}
