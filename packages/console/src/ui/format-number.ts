import { getLocale } from './locale.ts'

const formatters = new Map<string, Intl.NumberFormat>()

/** Formats a number in the console's language: `12,408`, or as the options specify. */
export function formatNumber(value: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  // Formatters are expensive to create, and a table uses one per cell.
  const key = getLocale() + JSON.stringify(options)
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.NumberFormat(getLocale(), options)
    formatters.set(key, formatter)
  }
  return formatter.format(value)
}
