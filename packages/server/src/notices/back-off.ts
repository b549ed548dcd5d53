/** After this many attempts a notice or copy fails, and needs a person. */
export const maxAttempts = 10

/**
 * The delay before the next attempt, in milliseconds: `base`, doubling up to 60 times `base` (1 minute to 1 hour as
 * shipped), plus or minus a fifth, so that attempts that failed together aren't repeated together.
 */
export function backOff(attempt: number, base: number, random: () => number = Math.random): number {
  const delay = Math.min(base * 2 ** Math.max(0, attempt - 1), base * 60)
  return Math.round(delay * (0.8 + 0.4 * random()))
}
