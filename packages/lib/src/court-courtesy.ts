import { readRetryAfter } from './retry-after.ts'

/**
 * Pauses requests to a court that says it is overloaded (429, 503): for as long as its `Retry-After` says (RFC 9110,
 * 10.2.3), otherwise for a second, doubled with every such answer. An answer counts for all filings of that court.
 */
export interface CourtCourtesy {
  /** Records an answer's status and headers. */
  note: (host: string, status: number, headers: Readonly<Record<string, string>>) => void
  /** How long requests to the court are paused, in milliseconds; undefined if one may be sent now. */
  pausedFor: (host: string) => number | undefined
}

/** Pauses use a monotonic clock. Only dates given by courts use the wall clock. */
export function openCourtCourtesy({ now, today } = clocks): CourtCourtesy {
  const pauses = new Map<string, { until: number; count: number }>()
  return {
    note(host, status, headers) {
      const { until = 0, count = 0 } = pauses.get(host) ?? {}
      if (status !== 429 && status !== 503) {
        // During a pause, this answers a request that was sent before it.
        if (until <= now()) pauses.delete(host)
        return
      }
      // Several requests were in progress when the court was overloaded; together they count once.
      const isSame = until > now()
      const next = isSame ? count : count + 1
      const asked = readRetryAfter(headers, today())
      const length = Math.min(asked ?? firstPauseMs * 2 ** (next - 1), asked === undefined ? longestOwnMs : longestMs)
      pauses.set(host, { until: Math.max(until, now() + length), count: next })
    },
    pausedFor(host) {
      const left = (pauses.get(host)?.until ?? 0) - now()
      return left > 0 ? left : undefined
    },
  }
}

const clocks = { now: () => performance.now(), today: Date.now }
const firstPauseMs = 1_000
const longestOwnMs = 60_000
/** A court that asks for a longer pause is still queried once an hour: links live for days, and people are waiting. */
const longestMs = 60 * 60_000
