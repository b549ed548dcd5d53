/**
 * Returns the milliseconds of processor time that synchronous work takes on this thread. Unlike the time that passes, it
 * doesn't grow when the machine is busy with something else.
 */
export function threadTimeOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** As `threadTimeOf`, of work that can be done again: the least of three times. One may pay for a garbage collection. */
export function leastThreadTimeOf(work: () => void): number {
  return Math.min(...[0, 1, 2].map(() => threadTimeOf(work)))
}
