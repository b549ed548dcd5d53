import { type DateRange, type Days, dateRanges, usualRange } from '@courtcrier/contract/dashboard.ts'

/** The days the dashboard counts, as in its address. */
export interface DashboardSearch {
  range: DateRange
  /** The days of a custom range. */
  days?: Days
}

/** Reads the address's parameters; invalid ones use their defaults. */
export function readDashboardSearch(parameters: Readonly<Record<string, unknown>>): DashboardSearch {
  const range = dateRanges.find((name) => name === parameters.range) ?? usualRange
  if (range !== 'custom') return { range }
  const { from, to } = parameters
  return isDay(from) && isDay(to)
    ? { range, days: from <= to ? { from, to } : { from: to, to: from } }
    : { range: usualRange }
}

/** Returns the address's parameters, without defaults. */
export function formatDashboardSearch({ range, days }: DashboardSearch): Record<string, string> {
  return { ...(range === usualRange ? {} : { range }), ...(range === 'custom' ? days : {}) }
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
