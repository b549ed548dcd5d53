import { type DateRange, type Days, dateRanges, usualRange } from '@courtcrier/contract/dashboard.ts'

/** Which days the dashboard counts, as its address says it. */
export interface DashboardSearch {
  range: DateRange
  /** Of a custom range. */
  days?: Days
}

/** Reads the address's parameters; what is not understood is at its default. */
export function readDashboardSearch(parameters: Readonly<Record<string, unknown>>): DashboardSearch {
  const range = dateRanges.find((name) => name === parameters.range) ?? usualRange
  if (range !== 'custom') return { range }
  const { from, to } = parameters
  return isDay(from) && isDay(to)
    ? { range, days: from <= to ? { from, to } : { from: to, to: from } }
    : { range: usualRange }
}

/** The parameters that say it; what is usual is left out. */
export function formatDashboardSearch({ range, days }: DashboardSearch): Record<string, string> {
  return { ...(range === usualRange ? {} : { range }), ...(range === 'custom' ? days : {}) }
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
