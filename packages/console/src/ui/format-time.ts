import { getLocale } from './locale.ts'
import { getTimeZone } from './time-zone.ts'

/** Returns the current hour in the firm's zone, 0 to 23. */
export function hourNow(): number {
  return Number(formatterOf({ hour: 'numeric', hourCycle: 'h23', timeZone: getTimeZone() }).format(new Date()))
}

/** Formats an hour of the day as a range: `4 – 5 PM`. */
export function formatHour(hour: number): string {
  const at = (value: number) => new Date(Date.UTC(2026, 0, 1, value))
  const formatter = formatterOf({ hour: 'numeric', timeZone: 'UTC' })
  // Across midnight a range would name the days.
  return hour < 23
    ? formatter.formatRange(at(hour), at(hour + 1))
    : `${formatter.format(at(23))} – ${formatter.format(at(0))}`
}

/** Formats when an hour of the day begins: `4 PM`. */
export function formatHourStart(hour: number): string {
  return formatterOf({ hour: 'numeric', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 0, 1, hour)))
}

/** Formats a time: `9:41 AM`. */
export function formatTime(iso: string): string {
  return formatWith({ hour: 'numeric', minute: '2-digit' }, iso)
}

/** Formats a time of day, `17:00`, as `5:00 PM`; it has no zone. */
export function formatClock(time: string): string {
  return formatterOf({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(new Date(`2026-01-01T${time}:00Z`))
}

/** Formats a time zone, `America/New_York`, as `Eastern Time`; a zone the browser doesn't know stays as it is. */
export function formatZone(zone: string): string {
  try {
    const parts = formatterOf({ timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(new Date())
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
  } catch {
    return zone
  }
}

/** Formats a time with seconds, where the order of events within a minute matters: `9:41:02 AM`. */
export function formatSeconds(iso: string): string {
  return formatWith({ hour: 'numeric', minute: '2-digit', second: '2-digit' }, iso)
}

/** Formats a date and time: `Nov 21, 2026, 9:41 AM PST`. */
export function formatDateTime(iso: string): string {
  return formatWith(
    { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    iso,
  )
}

/** Formats a day in the firm's zone: `today`, `yesterday`, `Nov 3` or `Nov 3, 2025`. */
export function formatDay(iso: string, now = new Date()): string {
  const [day, today] = [dayOf(iso), dayOf(now.toISOString())]
  const away = dayNumber(day) - dayNumber(today)
  if (away === 0 || away === -1) return relativeFormatter().format(away, 'day')
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return formatWith({ month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) }, iso)
}

/** Formats a day in the reader's own zone, where the firm's is unknown: `November 21, 2026`. */
export function formatOwnDay(iso: string): string {
  return formatterOf({ dateStyle: 'long' }).format(new Date(iso))
}

/** Formats a calendar date, `2026-11-21`, as `Nov 21, 2026`; it has no zone. */
export function formatDate(date: string): string {
  return formatterOf({ year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/**
 * Formats a local time without a zone, `2026-11-21T09:40:00`, as `Nov 21, 2026, 9:40 AM`; undefined if it isn't a time.
 */
export function formatWallClock(local: string): string | undefined {
  const time = new Date(`${local}Z`)
  if (Number.isNaN(time.getTime())) return undefined
  return formatterOf({ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(time)
}

/** Formats a relative time: `12 seconds ago`, `3 minutes ago`, `yesterday`. */
export function formatAgo(time: string | number, now = Date.now()): string {
  const seconds = Math.round((new Date(time).getTime() - now) / 1000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return relativeFormatter().format(Math.trunc(seconds / size), unit)
}

/** Returns the calendar day of a timestamp in the firm's zone, `2026-11-21`. */
export function dayOf(iso: string): string {
  const zone = getTimeZone() ?? ''
  const known = days.get(zone)?.get(iso)
  if (known !== undefined) return known
  const parts = formatterOf({
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: getTimeZone(),
  }).formatToParts(new Date(iso))
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? ''
  const day = `${part('year')}-${part('month')}-${part('day')}`
  const ofZone = days.get(zone)
  if (ofZone && ofZone.size < mostDays) ofZone.set(iso, day)
  else days.set(zone, new Map([[iso, day]]))
  return day
}

/** By zone and timestamp: a list formats the same ones repeatedly, each time with the current day. */
const days = new Map<string, Map<string, string>>()
const mostDays = 2000

/** Returns how many days it is until a calendar day in the firm's zone; negative once it is over. */
export function daysUntil(day: string, now = new Date()): number {
  return dayNumber(day) - dayNumber(dayOf(now.toISOString()))
}

/** Returns the ISO timestamp at which a calendar day starts in the firm's zone. */
export function startOfDay(date: string): string {
  const utc = Date.parse(`${date}T00:00:00Z`)
  // Twice, because the offset of the first guess may be that of the other side of a clock change.
  const guess = utc - offsetAt(utc)
  return new Date(utc - offsetAt(guess)).toISOString()
}

/** Returns the ISO timestamp of a calendar day's last millisecond in the firm's zone. */
export function endOfDay(date: string): string {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return new Date(Date.parse(startOfDay(next)) - 1).toISOString()
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormatter(): Intl.RelativeTimeFormat {
  const locale = getLocale()
  const known = relativeFormatters.get(locale)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  relativeFormatters.set(locale, made)
  return made
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formatters are expensive to create, and a table uses one per cell. */
function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = getLocale() + JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(getLocale(), options)
  formatters.set(key, made)
  return made
}

function formatWith(options: Intl.DateTimeFormatOptions, iso: string): string {
  return formatterOf({ ...options, timeZone: getTimeZone() }).format(new Date(iso))
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000
}

/** Returns the firm's offset from UTC at a timestamp, in milliseconds. */
function offsetAt(time: number): number {
  const parts = formatterOf({
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone: getTimeZone(),
  }).formatToParts(new Date(time))
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return local - Math.floor(time / 1000) * 1000
}
