interface Headers {
  'retry-after'?: string | undefined
  date?: string | undefined
}

/**
 * Returns how long an answer asks to wait, in milliseconds; undefined if it doesn't say, or asks for no wait: what is
 * asked again at once, as often as it refuses, never ends. The header has seconds or a date (RFC 9110, section 10.2.3).
 * A date is compared with the answer's own, because the other side's clock may differ.
 */
export function readRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim()
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000 || undefined
  const until = isDate.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(until)) return undefined
  const answeredAt = Date.parse(headers.date ?? '')
  const wait = until - (Number.isNaN(answeredAt) ? now : answeredAt)
  return wait > 0 ? wait : undefined
}

/** Begins with a day of the week. JavaScript also reads "-5" as a date. */
const isDate = /^[a-z]{3}/i
