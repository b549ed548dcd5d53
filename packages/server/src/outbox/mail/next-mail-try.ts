import { backOff } from '../../notices/back-off.ts'

/** Waits that double from a minute to an hour add up to 48 hours over this many attempts. */
const mostTries = 54

/** Returns how many milliseconds an email waits after this many attempts; undefined when it is given up. */
export function nextMailTry(attempts: number, { retrySeconds }: { retrySeconds: number }): number | undefined {
  return attempts < mostTries ? backOff(attempts, retrySeconds * 1000) : undefined
}
