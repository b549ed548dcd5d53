/** Work that isn't begun now. */
export interface Refusal {
  /** Milliseconds until it may be. */
  waitMs: number
  isSlow: boolean
}

/** A destination's permission for one piece of work. */
export interface Turn {
  /** Calls back once this work has taken long, unless it ends before. */
  onSlow: (act: () => void) => void
  /** Calling it again does nothing. */
  end: () => void
}

/** In milliseconds: the shortest wait of work that gets no turn. */
const leastWait = 500
/** In milliseconds: the longest wait of work that gets no turn. */
const mostWait = 5 * 60_000
/** In milliseconds: how long the first work for a destination is assumed to take. */
const firstGuess = 250
/** In milliseconds: work that will probably get its turn within this time waits for it, up to twice as long. */
const patience = leastWait

/** What one turn was taken for. */
export interface Work {
  firm: string
  /** By `performance.now()`. */
  began: number
  /** It shows whether a destination answers, although most of what is under way may not be answered. */
  isExtra: boolean
}

/** What is known of one destination. */
export interface Lane {
  /** What is under way, oldest first. */
  running: Work[]
  /** How long its work takes, with the latest weighing most. */
  lastsMs: number
  /** When work last ended without having taken long, by `performance.now()`. */
  answeredAt: number
  /** Until when the work that was turned away will fill it, by `performance.now()`. */
  bookedUntil: number
  /** What waits for a turn without being turned away: each tries to take one, and returns whether it could. */
  waiting: Set<() => boolean>
}

/** The lane of a destination that nothing is known of. */
export function openLane(now: number): Lane {
  return {
    running: [],
    lastsMs: firstGuess,
    answeredAt: Number.NEGATIVE_INFINITY,
    bookedUntil: now,
    waiting: new Set(),
  }
}

/** Removes lanes of which nothing is left to know. */
export function forgetIdle(lanes: Map<string, Lane>, { now, slowMs }: { now: number; slowMs: number }): void {
  for (const [destination, { running, lastsMs, answeredAt, bookedUntil, waiting }] of lanes)
    if (
      running.length === 0 &&
      waiting.size === 0 &&
      bookedUntil <= now &&
      lastsMs < slowMs &&
      now - answeredAt >= slowMs
    )
      lanes.delete(destination)
}

/** Work that gets no turn now, before it is decided whether it waits for one. */
export interface Refused {
  lane: Lane
  limit: number
  isSlow: boolean
  /** Whether it may wait for one in its slot. */
  isSoon: boolean
}

/** Tells work without a turn when it may get one, and counts it among what fills the destination until then. */
export function orTurnedAway(taken: Turn | Refused): Turn | Refusal {
  if ('end' in taken) return taken
  const { lane, limit, isSlow } = taken
  return { waitMs: book(lane, { now: performance.now(), limit }), isSlow }
}

/**
 * Whether a destination that is full will have a turn shortly, judging by how long its work takes. One whose work all
 * began some time ago and hasn't ended may have begun to hang: nothing more is kept waiting for it.
 */
export function isSoon(
  { running, waiting, lastsMs, answeredAt }: Lane,
  { now, limit }: { now: number; limit: number },
) {
  if (running.length < limit || ((waiting.size + 1) * lastsMs) / limit > patience) return false
  return now - answeredAt < patience || running.every(({ began }) => now - began < patience)
}

/** Resolves once one of the destination's turns has ended and this one is first, or to a refusal if none ends in time. */
export function waitFor({ waiting }: Lane, tryTake: () => Turn | Refused): Promise<Turn | Refusal> {
  const { promise, resolve } = Promise.withResolvers<Turn | Refusal>()
  const stop = (result: Turn | Refusal) => {
    waiting.delete(isTaken)
    clearTimeout(timer)
    resolve(result)
  }
  const isTaken = () => {
    const taken = tryTake()
    if (!('end' in taken)) return false
    stop(taken)
    return true
  }
  const timer = setTimeout(() => stop(orTurnedAway(tryTake())), 2 * patience)
  waiting.add(isTaken)
  return promise
}

/** The turn of work that counts as slow after this many milliseconds. */
export function openTurn(slowMs: number, onEnd: () => void): Turn {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  return {
    onSlow: (act) => {
      timer = setTimeout(act, slowMs)
    },
    end: () => {
      clearTimeout(timer)
      if (!isOver) onEnd()
      isOver = true
    },
  }
}

/** Notes how long a destination's work took last. If it takes less time than before, so does what is booked. */
export function noteDuration(lane: Lane, { now, tookMs }: { now: number; tookMs: number }): void {
  const lastsMs = (lane.lastsMs + tookMs) / 2
  const bookedMs = Math.max(0, lane.bookedUntil - now)
  if (lastsMs < lane.lastsMs) lane.bookedUntil = now + (bookedMs * lastsMs) / lane.lastsMs
  lane.lastsMs = lastsMs
}

function book(lane: Lane, { now, limit }: { now: number; limit: number }): number {
  const next = Math.max(lane.bookedUntil, now) + lane.lastsMs / limit
  lane.bookedUntil = Math.min(next, now + mostWait)
  return Math.max(leastWait, Math.round(lane.bookedUntil - now))
}
