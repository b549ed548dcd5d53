/** After this many attempts a notice or copy fails, and needs a person. */
export const maxAttempts = 10

/**
 * The delay before the next attempt, in milliseconds: `base`, doubling up to 60 times `base` (1 minute to 1 hour as
 * shipped), plus or minus a fifth, so that attempts that failed together aren't repeated together.
 */
export function backOff(attempt: number, base: number, random: () => number = Math.random): number {
  return Math.round(middleDelay(attempt, base) * (0.8 + 0.4 * random()))
}

function middleDelay(attempt: number, base: number): number {
  return Math.min(base * 2 ** Math.max(0, attempt - 1), base * 60)
}

/**
 * Returns a function from the number of attempts made to the delay before the next one; undefined once there were
 * `most`.
 */
export function backOffUpTo(
  most: number,
  { retrySeconds }: { retrySeconds: number },
): (attempts: number) => number | undefined {
  return (attempts) => (attempts < most ? backOff(attempts, retrySeconds * 1000) : undefined)
}

/** Returns how many attempts the delays as shipped, from a minute to an hour, spread over this many hours. */
export function attemptsWithin(hours: number): number {
  let attempts = 1
  for (let minutes = 0; minutes < hours * 60; attempts++) minutes += middleDelay(attempts, 1)
  return attempts
}
