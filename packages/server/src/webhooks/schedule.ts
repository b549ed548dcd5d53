const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits between tries, as Standard Webhooks advises: ten tries over three days. In milliseconds. */
const waits: readonly number[] = [
  ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
]

/** When a call is tried again after so many tries; undefined when it is given up. A receiver may ask for more time. */
export function nextTry(
  attempts: number,
  { now, retryAfterMs = 0 }: { now: Date; retryAfterMs?: number | undefined },
): Date | undefined {
  const wait = waits[attempts - 1]
  if (wait === undefined) return undefined
  return new Date(now.getTime() + Math.max(wait, Math.min(retryAfterMs, 24 * hour)))
}
