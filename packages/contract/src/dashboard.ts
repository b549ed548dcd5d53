import type { LinkVerdict } from './notice.ts'

/** The date ranges of the dashboard (specification, section 2). Days are those of the firm's time zone. */
export const dateRanges = [
  'all_time',
  'today',
  'yesterday',
  'last_7_days',
  'last_month',
  'last_3_months',
  'last_6_months',
  'last_year',
  'custom',
] as const
export type DateRange = (typeof dateRanges)[number]
export const usualRange: DateRange = 'last_month'

/** How many clients, matters and timekeepers the lists of the most have (specification, section 9). */
export const topCount = 10

/** Both days are part of it. */
export interface Days {
  from: string
  to: string
}

/** The days of a range that ends today or yesterday; `all_time` and `custom` begin where others say. */
export function daysOfRange(range: Exclude<DateRange, 'all_time' | 'custom'>, today: string): Days {
  if (range === 'today') return { from: today, to: today }
  if (range === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) }
  if (range === 'last_7_days') return { from: addDays(today, -6), to: today }
  return { from: addDays(addMonths(today, -monthsOf[range]), 1), to: today }
}

const monthsOf = { last_month: 1, last_3_months: 3, last_6_months: 6, last_year: 12 } as const

/** The calendar day so many days later, `2026-11-21`. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** How many days a range has. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** The last day of a month, where the month has no such day. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

/**
 * Minutes a person needs for what Courtcrier does by itself. They are estimates on the low side, of the steps that
 * the reasons name; whoever doubts them finds them on the dashboard beside the sum.
 */
export const handMinutes = {
  /** Opening the mail, finding the case and its matter, and noting what was filed. */
  notice: 4,
  /** Opening the one-time link, saving the document, naming it and filing it in its folder. */
  document: 2,
  /** Looking up who has to know of it, and forwarding it with the document attached. */
  delivery: 1,
} as const
export type HandWork = keyof typeof handMinutes

/** How many minutes people would have needed. */
export function minutesSaved(counts: Readonly<Record<HandWork, number>>): number {
  return (Object.keys(handMinutes) as HandWork[]).reduce((sum, work) => sum + counts[work] * handMinutes[work], 0)
}

/** Who runs the court a notice is from; `unknown` where no court was found out. */
export const courtSystems = ['federal', 'state', 'other', 'unknown'] as const
export type CourtSystemGroup = (typeof courtSystems)[number]
export type SystemCounts = Readonly<Record<CourtSystemGroup, number>>

/** What is not as it should be, in the order in which it is shown. */
export const unhealthyKinds = [
  'action_required',
  'item_failed',
  'document_missing',
  'copy_failed',
  'credential_failing',
  'credential_expires',
  'delivery_failed',
  'delivery_waiting',
  'court_quiet',
] as const
export type UnhealthyKind = (typeof unhealthyKinds)[number]

/** Verdicts that mean a document which was to be had is not there. What is sealed, or was never linked, is as it should be. */
export const missingVerdicts: readonly LinkVerdict[] = [
  'spent',
  'restricted',
  'login',
  'unavailable',
  'broken',
  'refused',
]

/** So far back is looked for documents, copies and deliveries that went wrong; whatever is older is history. */
export const unhealthyDays = 30

export interface UnhealthyThing {
  kind: UnhealthyKind
  count: number
  /** There are more than were counted. */
  is_at_least: boolean
  /** When the oldest of them came. */
  oldest_at?: string
  /** The court that has gone quiet, since when, and what it usually sends on a working day. */
  court?: { id: string; name: string; last_at: string; usual_per_day: number }
}

/** One of the ten clients, matters or timekeepers with the most. */
export interface TopEntry {
  id: string
  title: string
  count: number
  /** The cases behind the number; absent where there are too many to list, or the role does not see cases. */
  case_ids?: readonly string[]
}

/** `/api/v1/dashboard`. Parts that the role may not see are absent. */
export interface Dashboard extends Days {
  range: DateRange
  time_zone: string
  as_of: string
  unhealthy: readonly UnhealthyThing[]
  notices?: {
    total: number
    /** In as many days before; absent where there is nothing to compare with. */
    before?: number
    by_month: readonly ({ month: string } & SystemCounts)[]
    /** Where the range has few enough days. */
    by_day?: readonly ({ day: string } & SystemCounts)[]
    /** From midnight on, 24 numbers. */
    by_hour: readonly number[]
    by_system: SystemCounts
    /** The courts of each system that sent something. */
    courts: Readonly<Record<CourtSystemGroup, readonly string[]>>
    /** The hour in which most came. */
    peak?: { day: string; hour: number; count: number }
  }
  documents?: {
    total: number
    fetched: number
    pages: number
    bytes: number
    by_verdict: Readonly<Record<string, number>>
  }
  deliveries?: number
  /** What the arithmetic of `handMinutes` gives. */
  minutes_saved?: number
  top_clients?: readonly TopEntry[]
  top_matters?: readonly TopEntry[]
  top_timekeepers?: readonly TopEntry[]
}
