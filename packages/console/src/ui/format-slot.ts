import { formatNumber } from './format-number.ts'
import { getLocale } from './locale.ts'

/** Formats a change: `+6%`; undefined if there is nothing to compare with. */
export function formatChange(count: number, before: number | undefined): string | undefined {
  if (!before) return undefined
  return formatNumber((count - before) / before, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
}

/** Formats a slot below an axis: a month as `Nov 26`, a day as `Nov 21`. */
export function formatTick(slot: string): string {
  return isMonth(slot)
    ? format(slot, { month: 'short', year: '2-digit' })
    : format(slot, { month: 'short', day: 'numeric' })
}

/** Formats a slot in full: a month as `November 2026`, a day as `Saturday, Nov 21`. */
export function formatSlot(slot: string): string {
  return isMonth(slot)
    ? format(slot, { month: 'long', year: 'numeric' })
    : format(slot, { weekday: 'long', month: 'short', day: 'numeric' })
}

/** Returns whether a slot is a month, `2026-11`, or a day, `2026-11-21`. */
function isMonth(slot: string): boolean {
  return slot.length === 7
}

function format(slot: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(getLocale(), { ...options, timeZone: 'UTC' }).format(new Date(slot))
}
