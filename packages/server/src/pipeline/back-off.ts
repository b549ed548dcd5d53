/** After this many tries a person is asked. */
export const maxAttempts = 10

/**
 * How long to wait before the next try, in milliseconds: `base` doubling up to 60 times base (1 minute to
 * 1 hour as shipped), give or take a fifth so that what failed together does not return together.
 */
export function backOff(attempt: number, base: number, random: () => number = Math.random): number {
  const delay = Math.min(base * 2 ** Math.max(0, attempt - 1), base * 60)
  return Math.round(delay * (0.8 + 0.4 * random()))
}
