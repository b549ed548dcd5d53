/** A daily run: the local day it is for, and when it is. */
export interface DailyMoment {
  /** ISO date. */
  day: string
  at: Date
}

export interface DailyTime {
  /** `17:00`, on the clock of `timeZone`. */
  time: string
  timeZone: string
}

/**
 * The last daily run that is due at a moment. Each local day has one: where clocks go forward over it, the first moment
 * after the gap; where they go back, the first of the two.
 */
export function lastDailyMoment(now: Date, { time, timeZone }: DailyTime): DailyMoment {
  const today = localDay(now, timeZone)
  const at = momentOf(today, { time, timeZone })
  if (at <= now) return { day: today, at }
  // The day before by the clock, not by the calendar: a zone that moved over the date line has left a day out.
  const midnight = momentOf(today, { time: '00:00', timeZone })
  const yesterday = localDay(new Date(midnight.getTime() - 1), timeZone)
  return { day: yesterday, at: momentOf(yesterday, { time, timeZone }) }
}

/** The next daily run after a moment. */
export function nextDailyMoment(now: Date, daily: DailyTime): DailyMoment {
  const today = localDay(now, daily.timeZone)
  for (const days of [0, 1]) {
    const day = new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)
    const at = momentOf(day, daily)
    if (at > now) return { day, at }
  }
  throw new Error(`no time of day is after ${now.toISOString()}`)
}

/** The date on the clock of a zone, as an ISO date. */
export function localDay(moment: Date, timeZone: string): string {
  return new Date(wallOf(moment.getTime(), timeZone)).toISOString().slice(0, 10)
}

const dayMs = 86_400_000

/** The first moment at which the clock of a zone shows this time of this day, or has passed over it. */
export function momentOf(day: string, { time, timeZone }: DailyTime): Date {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const [before, after] = [offsetAt(wall - dayMs, timeZone), offsetAt(wall + dayMs, timeZone)]
  const candidates = [wall - before, wall - after].filter((at) => wallOf(at, timeZone) === wall)
  if (candidates.length > 0) return new Date(Math.min(...candidates))
  return new Date(firstAfterGap(wall, { from: wall - after, to: wall - before, timeZone }))
}

/** Within the gap the clock only jumps forward, so half of what is left can be ruled out each time. */
function firstAfterGap(wall: number, gap: { from: number; to: number; timeZone: string }): number {
  let { from, to } = gap
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (wallOf(middle, gap.timeZone) >= wall) to = middle
    else from = middle
  }
  return to
}

function offsetAt(at: number, timeZone: string): number {
  return wallOf(at, timeZone) - at
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clock of a zone shows, as if it were UTC. */
function wallOf(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const milliseconds = ((at % 1000) + 1000) % 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}
