import { Temporal } from 'temporal-polyfill'

/** The only file that calculates with time zones. Once Node includes Temporal, its first line can go. */

/** The local date in a time zone, `2026-11-21`. */
export function dayIn(timeZone: string, moment: Date): string {
  return zoned(moment.getTime(), timeZone).toPlainDate().toString()
}

/** A local time of day, `17:00`, in a time zone. */
export interface ZonedTime {
  time: string
  timeZone: string
}

/**
 * The moment of a local time on a day. If it occurs twice, because clocks go back, the first; if it doesn't occur,
 * because clocks go forward, the first moment after the gap.
 */
export function momentOf(day: string, { time, timeZone }: ZonedTime): Date {
  const wall = Temporal.PlainDateTime.from(`${day}T${time}`)
  const earlier = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const isShown = earlier.toPlainDateTime().equals(wall)
  const moment = isShown ? earlier : (earlier.getTimeZoneTransition('next') ?? earlier)
  return new Date(moment.epochMilliseconds)
}

/** A time zone's offset from UTC at a moment, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  return zoned(at, timeZone).offsetNanoseconds / 1_000_000
}

function zoned(at: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
}
