/** A receiver gets so many calls at a time from one process: one that hangs keeps as many hands busy and no more. */
export const mostTogether = 4

/** In milliseconds. A call that finds no turn comes back no sooner … */
const leastWait = 500
/** … and no later. */
const mostWait = 5 * 60_000
/** How long the first calls to a receiver are taken to last. */
const firstGuess = 250

/** Whose turn it is with the receivers of calls. */
export interface Turns {
  /** A turn with a receiver, to be ended; or in how many milliseconds there may be one. */
  take: (receiver: string) => Turn | { waitMs: number }
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
  return {
    take(receiver) {
      const now = performance.now()
      const lane = lanes.get(receiver) ?? { running: 0, lastsMs: firstGuess, bookedUntil: now }
      lanes.set(receiver, lane)
      if (lane.running >= mostTogether) return { waitMs: book(lane, now) }
      lane.running++
      return {
        end: () => {
          lane.running--
          lane.lastsMs = (lane.lastsMs + performance.now() - now) / 2
          if (lane.running === 0 && lane.bookedUntil <= performance.now()) lanes.delete(receiver)
        },
      }
    },
  }
}

function book(lane: Lane, now: number): number {
  const next = Math.max(lane.bookedUntil, now) + lane.lastsMs / mostTogether
  lane.bookedUntil = Math.min(next, now + mostWait)
  return Math.max(leastWait, Math.round(lane.bookedUntil - now))
}
