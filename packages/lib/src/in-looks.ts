/** How long something may take, in looks at it. */
export interface Looks {
  count: number
  everyMs: number
}

/**
 * Returns what the work results in; undefined if it isn't done within these looks. While the machine stands still, only
 * one of them passes, so a pause of the process doesn't count against the work.
 */
export async function inLooks<T>(work: Promise<T>, { count, everyMs }: Looks): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let looks = 0
  const timer = setInterval(() => {
    looks += 1
    if (looks === count) resolve(undefined)
  }, everyMs)
  return Promise.race([work, promise]).finally(() => clearInterval(timer))
}
