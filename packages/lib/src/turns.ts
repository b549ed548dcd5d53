import type { Outage } from './outage.ts'

/** How much of one kind of work a process does at a time. */
export interface TurnLimits {
  /** For one destination, such as a webhook or a DMS. */
  mostTogether: number
  /**
   * For all destinations of a firm, of work that isn't slow: less than the kind's concurrency, so that other firms get
   * their part.
   */
  mostOfFirm: number
  /** For a destination whose work takes long, such as one that hangs; one if absent. */
  mostOfSlow?: number
  /** For all destinations together whose work takes long. */
  mostOfAllSlow?: number
  /** In milliseconds: work that takes at least this long counts as slow. */
  slowMs?: number
}

const usualSlowMs = 5000

/** In milliseconds: the shortest wait of work that gets no turn. */
const leastWait = 500
/** In milliseconds: the longest wait of work that gets no turn. */
const mostWait = 5 * 60_000
/** In milliseconds: how long the first work for a destination is assumed to take. */
const firstGuess = 250

/** Limits how much is done at a time, so that a destination that hangs delays no other. */
export interface Turns {
  /**
   * Returns a turn for a destination, which must be ended, or the milliseconds until there may be one. Destinations on
   * the same host don't wait for each other: one may hang while another responds. `most` is what the destination itself
   * can use: more would wait there, which is no sign that it takes long.
   */
  take: (destination: string, firm?: string, most?: number) => Turn | { waitMs: number; isSlow: boolean }
}

export interface Turn {
  /** Calls back once this work has taken long, unless it ends before. */
  onSlow: (act: () => void) => void
  end: () => void
}

interface Lane {
  /** When each piece of work under way began, by `performance.now()`, oldest first. */
  running: number[]
  /** How long its work takes, with the latest weighing most. */
  lastsMs: number
  /** Until when the work that was turned away will fill it, by `performance.now()`. */
  bookedUntil: number
}

/**
 * Hands out turns without a queue of its own: work beyond the limit stays in the database's queue, and each is told when
 * that before it should be done, so that a long backlog isn't checked again and again. While the database is away, work
 * for any destination takes long, which says nothing of the destination: `outage` is the database's.
 */
export function openTurns(limits: TurnLimits, outage?: Pick<Outage, 'endedWithin'>): Turns {
  const { mostTogether, mostOfFirm, mostOfSlow = 1, slowMs = usualSlowMs } = limits
  const { mostOfAllSlow = Number.POSITIVE_INFINITY } = limits
  const lanes = new Map<string, Lane>()
  const firms = openFirmCounts(slowMs)
  // Work that hasn't ended yet tells it too: a destination that hangs is known before anything times out.
  const isOfItself = (tookMs: number) => outage?.endedWithin(tookMs) !== true
  const isLong = (tookMs: number) => tookMs >= slowMs && isOfItself(tookMs)
  const isSlow = ({ lastsMs, running }: Lane, now: number) =>
    lastsMs >= slowMs || running.some((began) => isLong(now - began))
  const countSlow = (now: number) =>
    [...lanes.values()].reduce((sum, lane) => sum + (isSlow(lane, now) ? lane.running.length : 0), 0)
  return {
    take(destination, firm = destination, most = mostTogether) {
      const now = performance.now()
      const lane = lanes.get(destination) ?? { running: [], lastsMs: firstGuess, bookedUntil: now }
      lanes.set(destination, lane)
      const slow = isSlow(lane, now)
      const limit = Math.min(most, slow ? mostOfSlow : mostTogether)
      if (
        lane.running.length >= limit ||
        firms.count(firm, now) >= mostOfFirm ||
        (slow && countSlow(now) >= mostOfAllSlow)
      )
        return { waitMs: book(lane, { now, limit }), isSlow: slow }
      lane.running.push(now)
      firms.begin(firm, now)
      return openTurn(slowMs, () => {
        const ended = performance.now()
        lane.running.splice(lane.running.indexOf(now), 1)
        firms.end(firm, now)
        if (isOfItself(ended - now)) lane.lastsMs = (lane.lastsMs + ended - now) / 2
        if (lane.running.length === 0 && lane.bookedUntil <= ended && lane.lastsMs < slowMs) lanes.delete(destination)
      })
    },
  }
}

function openTurn(slowMs: number, onEnd: () => void): Turn {
  let timer: NodeJS.Timeout | undefined
  return {
    onSlow: (act) => {
      timer = setTimeout(act, slowMs)
    },
    end: () => {
      clearTimeout(timer)
      onEnd()
    },
  }
}

/** Counts each firm's work that isn't slow. */
function openFirmCounts(slowMs: number) {
  /** When each piece of a firm's work began, by `performance.now()`. */
  const running = new Map<string, number[]>()
  const of = (firm: string) => running.get(firm) ?? []
  return {
    count: (firm: string, now: number) => of(firm).filter((began) => now - began < slowMs).length,
    begin: (firm: string, now: number) => void running.set(firm, [...of(firm), now]),
    end: (firm: string, began: number) => {
      const left = of(firm)
      left.splice(left.indexOf(began), 1)
      if (left.length === 0) running.delete(firm)
    },
  }
}

function book(lane: Lane, { now, limit }: { now: number; limit: number }): number {
  const next = Math.max(lane.bookedUntil, now) + lane.lastsMs / limit
  lane.bookedUntil = Math.min(next, now + mostWait)
  return Math.max(leastWait, Math.round(lane.bookedUntil - now))
}
