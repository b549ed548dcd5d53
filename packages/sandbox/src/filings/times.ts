/** The time of an event by a court's clock. */
export interface CourtTime {
  year: number
  month: number
  day: number
  /** 0 to 23. */
  hour: number
  minute: number
  second: number
  /** `PST`, `EDT`. */
  zone: string
  offsetMinutes: number
}

const minutesPerDay = 600
/** 14:00 to 24:00 UTC: office hours, early in California and late in Delaware. */
const firstHourUtc = 14
const day = 86_400_000

/**
 * Returns the time `minutes` of working time (ten-hour days, Monday to Friday) after `from`; before it when negative.
 */
export function addWorkingMinutes(from: Date, minutes: number): Date {
  const start = workingMinute(from)
  const index = start + minutes
  const dayIndex = Math.floor(index / minutesPerDay)
  const inDay = index - dayIndex * minutesPerDay
  const weeks = Math.floor(dayIndex / 5)
  const date = mondayZero + (weeks * 7 + (dayIndex - weeks * 5)) * day
  return new Date(date + firstHourUtc * 3_600_000 + inDay * 60_000)
}

/** Returns the wall-clock time in a time zone. */
export function courtTime(at: Date, timeZone: string): CourtTime {
  const parts = Object.fromEntries(
    formatter(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  )
  const number = (name: string) => Number(parts[name])
  const local = Date.UTC(
    number('year'),
    number('month') - 1,
    number('day'),
    number('hour'),
    number('minute'),
    number('second'),
  )
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    hour: number('hour'),
    minute: number('minute'),
    second: number('second'),
    zone: parts.timeZoneName ?? '',
    offsetMinutes: Math.round((local - at.getTime()) / 60_000),
  }
}

export function isoDate(time: CourtTime): string {
  return `${time.year}-${pad(time.month)}-${pad(time.day)}`
}

/** Formats a date as in notices: `11/3/2026`. */
export function noticeDate(time: CourtTime): string {
  return `${time.month}/${time.day}/${time.year}`
}

/** Formats a time as in notices: `4:06 PM EST`. */
export function noticeTime(time: CourtTime): string {
  return `${time.hour % 12 || 12}:${pad(time.minute)} ${time.hour < 12 ? 'AM' : 'PM'} ${time.zone}`
}

/** Formats a date as in PDF header stamps: `11/03/26`. */
export function stampDate(time: CourtTime): string {
  return `${pad(time.month)}/${pad(time.day)}/${String(time.year).slice(2)}`
}

/** Formats a date by RFC 5322 in the court's own zone: `Tue, 3 Nov 2026 16:06:18 -0500`. */
export function mailDate(at: Date, timeZone: string): string {
  const time = courtTime(at, timeZone)
  const shifted = new Date(at.getTime() + time.offsetMinutes * 60_000).toUTCString()
  const [weekday = '', dayOfMonth = '', month = '', year = '', clock = ''] = shifted.split(' ')
  const offset = Math.abs(time.offsetMinutes)
  const zone = `${time.offsetMinutes < 0 ? '-' : '+'}${pad(Math.floor(offset / 60))}${pad(offset % 60)}`
  return `${weekday} ${Number(dayOfMonth)} ${month} ${year} ${clock} ${zone}`
}

const mondayZero = Date.UTC(2001, 0, 1)

/**
 * Returns working minutes since Monday, 1 January 2001; nights and weekends count as the end of the last working day.
 */
function workingMinute(at: Date): number {
  const days = Math.floor((at.getTime() - mondayZero) / day)
  const weeks = Math.floor(days / 7)
  const weekday = days - weeks * 7
  if (weekday > 4) return (weeks * 5 + 5) * minutesPerDay - 1
  const minute = Math.floor(((at.getTime() - mondayZero) % day) / 60_000) - firstHourUtc * 60
  const clamped = Math.min(Math.max(minute, 0), minutesPerDay - 1)
  return (weeks * 5 + weekday) * minutesPerDay + clamped
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  formatters.set(timeZone, made)
  return made
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
