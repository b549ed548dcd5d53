import type { Found, Notice } from '@courtcrier/contract/notice.ts'
import type { Court } from '../directory/court.ts'
import { isoDate, readCourtTime } from '../directory/court-time.ts'

/**
 * When a service says it received a filing: `10/10/2025 4:51 PM CST`. The offset is computed from the court's time zone
 * rather than the zone's name: a message of October 10, 2025 says "CST" during daylight time.
 */
export function readEfilingTime(words: Found<string> | undefined, court: Court | undefined): Notice['enteredAt'] {
  const match = words && pattern.exec(words.value.slice(0, 60))
  const [, date = '', hour, minute, second, half = '', zone] = match ?? []
  if (!words || hour === undefined || minute === undefined) return undefined
  const time = readCourtTime({ date, hour, minute, ...(second && { second }), half }, court)
  return time && { ...words, value: { ...time, ...(zone && { zone: zone.toUpperCase() }) } }
}

/** The day in the same words, as an ISO date. */
export function readEfilingDate(words: Found<string> | undefined): Found<string> | undefined {
  const date = words && /^\D{0,20}(\d{1,2}\/\d{1,2}\/\d{2,4})(?!\d)/.exec(words.value.slice(0, 60))?.[1]
  const value = date && isoDate(date)
  return words && value ? { ...words, value } : undefined
}

const pattern =
  /^\D{0,20}(\d{1,2}\/\d{1,2}\/\d{2,4})(?:,| at|,? @)? (\d{1,2}):(\d\d)(?::(\d\d))? ?([AP])\.?M\b\.?(?: \(?([A-Z]{2,4})\b)?/i
