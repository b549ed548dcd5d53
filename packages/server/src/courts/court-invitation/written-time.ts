import type { NoticeSchedule } from '@courtcrier/contract/notice.ts'
import type { Body } from '../body.ts'
import { ianaZone } from './time-zone.ts'

/**
 * The one time that an invitation's words name, as clerks write it ("1/4/2023 at 9:00 A.M. EST") or as Zoom's text does
 * ("Time: Jan 4, 2023 09:00 AM Eastern Time (US and Canada)"). Undefined when it names none, or several different ones.
 */
export function readWrittenTime(body: Body): NoticeSchedule | undefined {
  const text = body.text.slice(0, longestText).replace(/\s+/g, ' ')
  const times = new Map<string, NoticeSchedule>()
  for (const match of text.matchAll(pattern)) {
    const schedule = match.groups && scheduleOf(match.groups)
    if (schedule && !times.has(schedule.starts)) times.set(schedule.starts, schedule)
  }
  return times.size === 1 ? [...times.values()][0] : undefined
}

const longestText = 20_000

const pattern =
  /\b(?:(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})|(?<name>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? (?<dayOf>\d{1,2}), (?<yearOf>\d{4}))(?:,? at|,)? (?<hour>\d{1,2}):(?<minute>\d\d) ?(?<half>[AP])\.?M\.?(?: (?<zone>(?:Eastern|Central|Mountain|Pacific|Alaska|Hawaii) Time\b|[ECMP][SD]?T\b|AK[SD]T\b|HST\b))?/gi

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function scheduleOf(groups: Record<string, string | undefined>): NoticeSchedule | undefined {
  const month = groups.month ? Number(groups.month) : months.indexOf(groups.name?.toLowerCase() ?? '') + 1
  const day = Number(groups.day ?? groups.dayOf)
  const hour = Number(groups.hour)
  if (hour < 1 || hour > 12 || Number(groups.minute) > 59) return undefined
  const hours = (hour % 12) + (groups.half?.toUpperCase() === 'P' ? 12 : 0)
  const date = `${groups.year ?? groups.yearOf}-${pad(month)}-${pad(day)}`
  const time = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date)) return undefined
  const timeZone = groups.zone && ianaZone(groups.zone)
  return { starts: `${date}T${pad(hours)}:${groups.minute}:00`, ...(timeZone && { timeZone }) }
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
