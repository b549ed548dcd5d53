/** A webhook gets so many calls at a time from one process … */
export const mostTogether = 4
/** … and one whose calls last long, as those of a receiver that hangs do, so many. */
const mostOfSlow = 1
/** In milliseconds. */
const slowMs = 5000
/** All webhooks of a firm together: half of the hands, so that others have theirs whatever a firm's receivers do. */
const mostOfFirm = 24

/** In milliseconds. A call that finds no turn comes back no sooner … */
const leastWait = 500
/** … and no later. */
const mostWait = 5 * 60_000
/** How long the first calls of a webhook are taken to last. */
const firstGuess = 250

/** Whose turn it is among the calls of webhooks. */
export interface Turns {
  /**
   * A turn for a webhook, to be ended; or in how many milliseconds there may be one. Webhooks that lead to one host don't
   * wait for each other: one may hang while another is answered.
   */
  take: (webhook: string, firm?: string) => Turn | { waitMs: number }
}

export interface Turn {
  end: () => void
}

interface Lane {
  running: number
  /** How long its calls last, the latest weighing most. */
  lastsMs: number
  /** Up to when the calls that were sent away fill it, by `performance.now()`. */
  bookedUntil: number
}

/**
 * Hands out turns without a queue of its own: the calls that are too many stay in that of the database, and each is told
 * when those before it should be done, so that a long row of them is not asked about again and again.
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
