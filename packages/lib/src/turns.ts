import type { Outage } from './outage.ts'
import {
  forgetIdle,
  isSoon,
  type Lane,
  noteDuration,
  openLane,
  openTurn,
  orTurnedAway,
  type Refusal,
  type Refused,
  type Turn,
  type Work,
  waitFor,
} from './turn-lanes.ts'

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

/** Limits how much is done at a time, so that a destination that hangs delays no other. */
export interface Turns {
  /** Whether `take` would give a turn now. */
  mayTake: (destination: string, firm?: string, most?: number) => boolean
  /**
   * Returns a turn for a destination, which must be ended, or the milliseconds until there may be one. Destinations on
   * the same host don't wait for each other: one may hang while another responds. `most` is what the destination itself
   * can use: more would wait there, which is no sign that it takes long.
   */
  take: (destination: string, firm?: string, most?: number) => Turn | Refusal
  /**
   * Like `take`, but waits for a turn of a destination that answers quickly: putting the work off would take longer, and
   * several statements.
   */
  takeSoon: (destination: string, firm?: string, most?: number) => Promise<Turn | Refusal>
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
  const { mostTogether, slowMs = usualSlowMs } = limits
  const lanes = new Map<string, Lane>()
  // Work that hasn't ended yet tells it too: a destination that hangs is known before anything times out.
  const isOfItself = (tookMs: number) => outage?.endedWithin(tookMs) !== true
  const isLong = (tookMs: number) => tookMs >= slowMs && isOfItself(tookMs)
  const isSlow = ({ lastsMs, running }: Lane, now: number) =>
    lastsMs >= slowMs || running.some(({ began }) => isLong(now - began))
  const allUnderWay = (now: number): UnderWay[] =>
    [...lanes.values()].flatMap((lane) => {
      const slow = isSlow(lane, now)
      const isDoubtful = slow || now - lane.answeredAt >= slowMs
      return lane.running.map((work) => ({ ...work, isSlow: slow, isDoubtful, isYoung: now - work.began < slowMs }))
    })
  const look = ({ destination, firm = destination, most = mostTogether }: Wanted): Allowed | Refused => {
    const now = performance.now()
    forgetIdle(lanes, { now, slowMs })
    const lane = lanes.get(destination) ?? openLane(now)
    lanes.set(destination, lane)
    return judge(lane, { firm, most, now, isSlow: isSlow(lane, now), underWay: allUnderWay(now) }, limits)
  }
  const tryTake = (wanted: Wanted): Turn | Refused => {
    const found = look(wanted)
    if (!('work' in found)) return found
    const { lane, work } = found
    lane.running.push(work)
    return openTurn(slowMs, () => endWork(lane, work, { isOfItself, slowMs }))
  }
  return {
    mayTake: (destination, firm, most) => 'work' in look({ destination, firm, most }),
    take: (destination, firm, most) => orTurnedAway(tryTake({ destination, firm, most })),
    async takeSoon(destination, firm, most) {
      const taken = tryTake({ destination, firm, most })
      if ('end' in taken || !taken.isSoon) return orTurnedAway(taken)
      return waitFor(taken.lane, () => tryTake({ destination, firm, most }))
    },
  }
}

interface Judged {
  firm: string
  most: number
  now: number
  isSlow: boolean
  underWay: readonly UnderWay[]
}

/** Whether a destination may have one more under way. */
function judge(lane: Lane, { firm, most, now, isSlow, underWay }: Judged, limits: TurnLimits): Allowed | Refused {
  const { mostTogether, mostOfSlow = 1, slowMs = usualSlowMs } = limits
  const isTrial = !isSlow && now - lane.answeredAt >= slowMs && hasMuchSlow(underWay, limits)
  const isExtra = isTrial && isMostlyDoubtful(underWay, limits)
  const ofLane = isSlow ? mostOfSlow : mostTogether
  const limit = Math.min(most, isTrial ? 1 : ofLane)
  if (lane.running.length >= limit || isFull(underWay, limits, { firm, isSlow, isExtra }))
    return { lane, limit, isSlow, isSoon: !isSlow && !isTrial && isSoon(lane, { now, limit }) }
  return { lane, work: { firm, began: now, isExtra } }
}

function endWork(
  lane: Lane,
  work: Work,
  { isOfItself, slowMs }: { isOfItself: (tookMs: number) => boolean; slowMs: number },
): void {
  const now = performance.now()
  const tookMs = now - work.began
  lane.running.splice(lane.running.indexOf(work), 1)
  if (isOfItself(tookMs)) noteDuration(lane, { now, tookMs })
  if (tookMs < slowMs) lane.answeredAt = work.began + tookMs
  for (const isTaken of lane.waiting) if (!isTaken()) break
}

interface Wanted {
  destination: string
  firm: string | undefined
  most: number | undefined
}

/** Work that may begin now. */
interface Allowed {
  lane: Lane
  work: Work
}

interface UnderWay extends Work {
  /** Its destination takes long. */
  isSlow: boolean
  /** Its destination takes long, or hasn't answered lately. */
  isDoubtful: boolean
  /** It hasn't taken long itself so far. */
  isYoung: boolean
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
