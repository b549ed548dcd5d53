import { formatNumber } from './format-number.ts'
import { getLocale } from './locale.ts'

/** `+6%`; undefined where there was nothing to compare with. */
export function formatChange(count: number, before: number | undefined): string | undefined {
  if (!before) return undefined
  return formatNumber((count - before) / before, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
}

/** `Nov 26` of a month, `Nov 21` of a day: under an axis. */
export function formatTick(slot: string): string {
  return isMonth(slot)
    ? format(slot, { month: 'short', year: '2-digit' })
    : format(slot, { month: 'short', day: 'numeric' })
}

/** `November 2026` of a month, `Saturday, Nov 21` of a day. */
export function formatSlot(slot: string): string {
  return isMonth(slot)
    ? format(slot, { month: 'long', year: 'numeric' })
    : format(slot, { weekday: 'long', month: 'short', day: 'numeric' })
}

/** A slot is a month, `2026-11`, or a day, `2026-11-21`. */
function isMonth(slot: string): boolean {
  return slot.length === 7
}

function format(slot: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(getLocale(), { ...options, timeZone: 'UTC' }).format(new Date(slot))
}
