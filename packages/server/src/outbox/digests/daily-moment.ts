import { dayIn, momentOf, type ZonedTime } from '@courtcrier/lib/zoned-time.ts'

/** A daily run: the local day it is for, and its time. */
export interface DailyMoment {
  /** ISO date. */
  day: string
  at: Date
}

/**
 * Returns the last daily run that is due at a given time. Each local day has one: if clocks skip its time, at the first
 * moment after the gap; if its time occurs twice, at the first of the two.
 */
export function lastDailyMoment(now: Date, daily: ZonedTime): DailyMoment {
  const { timeZone } = daily
  const today = dayIn(timeZone, now)
  const at = momentOf(today, daily)
  if (at <= now) return { day: today, at }
  // The previous day by the clock, not by the calendar: a zone that crossed the date line skipped a day.
  const midnight = momentOf(today, { time: '00:00', timeZone })
  const yesterday = dayIn(timeZone, new Date(midnight.getTime() - 1))
  return { day: yesterday, at: momentOf(yesterday, daily) }
}

const dayMs = 86_400_000

/** Returns the next daily run after a given time. */
export function nextDailyMoment(now: Date, daily: ZonedTime): DailyMoment {
  const today = dayIn(daily.timeZone, now)
  for (const days of [0, 1]) {
    const day = new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)
    const at = momentOf(day, daily)
    if (at > now) return { day, at }
  }
  throw new Error(`no time of day is after ${now.toISOString()}`)
}
