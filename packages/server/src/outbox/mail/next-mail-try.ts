import { attemptsWithin, backOffUpTo } from '../../notices/back-off.ts'

const mostAttempts = attemptsWithin(48)

/** Returns how many milliseconds an email waits after this many attempts; undefined when it is given up. */
export function nextMailTry(config: { retrySeconds: number }): (attempts: number) => number | undefined {
  return backOffUpTo(mostAttempts, config)
}
