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
  /**
   * For all destinations together whose work takes long: half of the kind's concurrency. From half as much on, those that
   * haven't answered lately get one at a time until they do: they may have begun to hang at the same moment. Once twice
   * as much is under way for all of these, only this much more begins for the latter.
   */
  mostOfAllSlow?: number
  /** The same for those of one firm. */
  mostOfFirmSlow?: number
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

interface Work {
  firm: string
  /** By `performance.now()`. */
  began: number
  /** It shows whether a destination answers, although most of what is under way may not be answered. */
  isExtra: boolean
}

interface Lane {
  /** What is under way, oldest first. */
  running: Work[]
  /** How long its work takes, with the latest weighing most. */
  lastsMs: number
  /** When work last ended without having taken long, by `performance.now()`. */
  answeredAt: number
  /** Until when the work that was turned away will fill it, by `performance.now()`. */
  bookedUntil: number
}

/** A kind's limits of what takes long: half of its slots, and a third of these for each firm. */
export function shareOfSlow(concurrency: number): { mostOfAllSlow: number; mostOfFirmSlow: number } {
  return { mostOfAllSlow: Math.floor(concurrency / 2), mostOfFirmSlow: Math.floor(concurrency / 6) }
}

/**
 * Hands out turns without a queue of its own: work beyond the limit stays in the database's queue, and each is told when
 * that before it should be done, so that a long backlog isn't checked again and again. While the database is away, work
 * for any destination takes long, which says nothing of the destination: `outage` is the database's.
 */
export function openTurns(limits: TurnLimits, outage?: Pick<Outage, 'endedWithin'>): Turns {
  const { mostTogether, mostOfSlow = 1, slowMs = usualSlowMs } = limits
  const lanes = new Map<string, Lane>()
  // Work that hasn't ended yet tells it too: a destination that hangs is known before anything times out.
  const isOfItself = (tookMs: number) => outage?.endedWithin(tookMs) !== true
  const isLong = (tookMs: number) => tookMs >= slowMs && isOfItself(tookMs)
  const isSlow = ({ lastsMs, running }: Lane, now: number) =>
    lastsMs >= slowMs || running.some(({ began }) => isLong(now - began))
  const look = (now: number): UnderWay[] =>
    [...lanes.values()].flatMap((lane) => {
      const slow = isSlow(lane, now)
      const isDoubtful = slow || now - lane.answeredAt >= slowMs
      return lane.running.map((work) => ({ ...work, isSlow: slow, isDoubtful, isYoung: now - work.began < slowMs }))
    })
  return {
    take(destination, firm = destination, most = mostTogether) {
      const now = performance.now()
      forgetIdle(lanes, { now, slowMs })
      const lane = lanes.get(destination) ?? openLane(now)
      lanes.set(destination, lane)
      const underWay = look(now)
      const slow = isSlow(lane, now)
      const isTrial = !slow && now - lane.answeredAt >= slowMs && hasMuchSlow(underWay, limits)
      const isExtra = isTrial && isMostlyDoubtful(underWay, limits)
      const ofLane = slow ? mostOfSlow : mostTogether
      const limit = Math.min(most, isTrial ? 1 : ofLane)
      if (lane.running.length >= limit || isFull(underWay, limits, { firm, isSlow: slow, isExtra }))
        return { waitMs: book(lane, { now, limit }), isSlow: slow }
      const work: Work = { firm, began: now, isExtra }
      lane.running.push(work)
      return openTurn(slowMs, () => {
        const tookMs = performance.now() - now
        lane.running.splice(lane.running.indexOf(work), 1)
        if (isOfItself(tookMs)) lane.lastsMs = (lane.lastsMs + tookMs) / 2
        if (tookMs < slowMs) lane.answeredAt = now + tookMs
      })
    },
  }
}

interface UnderWay extends Work {
  /** Its destination takes long. */
  isSlow: boolean
  /** Its destination takes long, or hasn't answered lately. */
  isDoubtful: boolean
  /** It hasn't taken long itself so far. */
  isYoung: boolean
}

function openLane(now: number): Lane {
  return { running: [], lastsMs: firstGuess, answeredAt: Number.NEGATIVE_INFINITY, bookedUntil: now }
}

function forgetIdle(lanes: Map<string, Lane>, { now, slowMs }: { now: number; slowMs: number }): void {
  for (const [destination, { running, lastsMs, answeredAt, bookedUntil }] of lanes)
    if (running.length === 0 && bookedUntil <= now && lastsMs < slowMs && now - answeredAt >= slowMs)
      lanes.delete(destination)
}

function hasMuchSlow(underWay: readonly UnderWay[], { mostOfAllSlow = Number.POSITIVE_INFINITY }: TurnLimits): boolean {
  return underWay.filter(({ isSlow }) => isSlow).length >= mostOfAllSlow / 2
}

function isMostlyDoubtful(underWay: readonly UnderWay[], { mostOfAllSlow = Number.POSITIVE_INFINITY }: TurnLimits) {
  return underWay.filter(({ isDoubtful }) => isDoubtful).length >= 2 * mostOfAllSlow
}

/** Whether other work takes up what there is for this work. */
function isFull(
  underWay: readonly UnderWay[],
  { mostOfFirm, mostOfAllSlow = Number.POSITIVE_INFINITY, mostOfFirmSlow = mostOfAllSlow }: TurnLimits,
  { firm, isSlow, isExtra }: { firm: string; isSlow: boolean; isExtra: boolean },
): boolean {
  // What has taken long keeps no slot, so that it doesn't count among the firm's.
  if (underWay.filter((work) => work.firm === firm && work.isYoung).length >= mostOfFirm) return true
  if (!isSlow && !isExtra) return false
  const alike = underWay.filter((work) => (isSlow ? work.isSlow : work.isExtra))
  return alike.length >= mostOfAllSlow || alike.filter((work) => work.firm === firm).length >= mostOfFirmSlow
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

function book(lane: Lane, { now, limit }: { now: number; limit: number }): number {
  const next = Math.max(lane.bookedUntil, now) + lane.lastsMs / limit
  lane.bookedUntil = Math.min(next, now + mostWait)
  return Math.max(leastWait, Math.round(lane.bookedUntil - now))
}
