import type { LinkVerdict } from './notice.ts'

/** The date ranges of the dashboard (specification, section 2). Days are in the firm's time zone. */
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

/** Length of the top lists of clients, matters and timekeepers (specification, section 9). */
export const topCount = 10

/** Both days are included. */
export interface Days {
  from: string
  to: string
}

/** Returns the days of a range that ends today or yesterday; the start of `all_time` and `custom` is set elsewhere. */
export function daysOfRange(range: Exclude<DateRange, 'all_time' | 'custom'>, today: string): Days {
  if (range === 'today') return { from: today, to: today }
  if (range === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) }
  if (range === 'last_7_days') return { from: addDays(today, -6), to: today }
  return { from: addDays(addMonths(today, -monthsOf[range]), 1), to: today }
}

const monthsOf = { last_month: 1, last_3_months: 3, last_6_months: 6, last_year: 12 } as const

/** Returns the calendar day this many days later, `2026-11-21`. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** Returns the number of days in a range. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** Uses the last day of the month if the month has no such day. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

/**
 * Minutes a person would need for what Courtcrier does. Deliberately low estimates of the steps the reasons name; the
 * dashboard shows them next to the total.
 */
export const handMinutes = {
  /** Opening the email, finding the case and its matter, and noting what was filed. */
  notice: 4,
  /** Opening the one-time link, saving the document, naming it and moving it to its folder. */
  document: 2,
  /** Looking up who has to know about it, and forwarding it with the document attached. */
  delivery: 1,
} as const
export type HandWork = keyof typeof handMinutes

/** Returns how many minutes people would have needed. */
export function minutesSaved(counts: Readonly<Record<HandWork, number>>): number {
  return (Object.keys(handMinutes) as HandWork[]).reduce((sum, work) => sum + counts[work] * handMinutes[work], 0)
}

/** The kind of court a notice is from; `unknown` if its court wasn't determined. */
export const courtSystems = ['federal', 'state', 'other', 'unknown'] as const
export type CourtSystemGroup = (typeof courtSystems)[number]
export type SystemCounts = Readonly<Record<CourtSystemGroup, number>>

/** What needs attention, in the order shown. */
export const unhealthyKinds = [
  'action_required',
  'item_failed',
  'document_missing',
  'copy_failed',
  'credential_failing',
  'credential_expires',
  'mailbox_failing',
  'mailbox_expires',
  'sender_failing',
  'sender_expires',
  'provider_expires',
  'delivery_failed',
  'delivery_waiting',
  'court_quiet',
] as const
export type UnhealthyKind = (typeof unhealthyKinds)[number]

/**
 * Results meaning that a document that should be here is missing. Sealed documents and documents never linked are
 * expected to be absent.
 */
export const missingVerdicts: readonly LinkVerdict[] = [
  'spent',
  'restricted',
  'login',
  'awaited',
  'unavailable',
  'broken',
  'refused',
]

/** How many days back to look for failed documents, copies and deliveries; anything older is history. */
export const unhealthyDays = 30
