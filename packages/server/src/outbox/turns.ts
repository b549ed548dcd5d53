/** The most calls that one process makes to a webhook at a time. */
export const mostTogether = 4
/** The same for a webhook whose calls take long, such as one whose receiver hangs. */
const mostOfSlow = 1
/** In milliseconds: calls that take at least this long count as slow. */
const slowMs = 5000
/** For all webhooks of a firm: half of the concurrency, so that other firms get theirs whatever its receivers do. */
const mostOfFirm = 24

/** In milliseconds: the shortest wait of a call that gets no turn. */
const leastWait = 500
/** In milliseconds: the longest wait of a call that gets no turn. */
const mostWait = 5 * 60_000
/** In milliseconds: how long the first calls of a webhook are assumed to take. */
const firstGuess = 250

/** Limits how many calls to webhooks are made at a time. */
export interface Turns {
  /**
   * Returns a turn for a webhook, which must be ended, or the milliseconds until there may be one. Webhooks on the same
   * host don't wait for each other: one may hang while another responds.
   */
  take: (webhook: string, firm?: string) => Turn | { waitMs: number }
}

export interface Turn {
  end: () => void
}

interface Lane {
  running: number
  /** How long its calls take, with the latest weighing most. */
  lastsMs: number
  /** Until when the calls that were turned away will fill it, by `performance.now()`. */
  bookedUntil: number
}

/**
 * Hands out turns without a queue of its own: calls beyond the limit stay in the database's queue, and each is told
 * when those before it should be done, so that a long backlog isn't checked again and again.
 */
export function openTurns(): Turns {
  const lanes = new Map<string, Lane>()
  const ofFirms = new Map<string, number>()
  const count = (firm: string, by: number) => {
    const running = (ofFirms.get(firm) ?? 0) + by
    if (running > 0) ofFirms.set(firm, running)
    else ofFirms.delete(firm)
  }
  return {
    take(webhook, firm = webhook) {
      const now = performance.now()
      const lane = lanes.get(webhook) ?? { running: 0, lastsMs: firstGuess, bookedUntil: now }
      lanes.set(webhook, lane)
      if (lane.running >= limitOf(lane) || (ofFirms.get(firm) ?? 0) >= mostOfFirm) return { waitMs: book(lane, now) }
      lane.running++
      count(firm, 1)
      return {
        end: () => {
          lane.running--
          count(firm, -1)
          lane.lastsMs = (lane.lastsMs + performance.now() - now) / 2
          if (lane.running === 0 && lane.bookedUntil <= performance.now() && lane.lastsMs < slowMs)
            lanes.delete(webhook)
        },
      }
    },
  }
}

function limitOf({ lastsMs }: Lane): number {
  return lastsMs < slowMs ? mostTogether : mostOfSlow
}

function book(lane: Lane, now: number): number {
  const next = Math.max(lane.bookedUntil, now) + lane.lastsMs / limitOf(lane)
  lane.bookedUntil = Math.min(next, now + mostWait)
  return Math.max(leastWait, Math.round(lane.bookedUntil - now))
}
