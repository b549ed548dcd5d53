import { getLocale } from './locale.ts'

const formatters = new Map<string, Intl.NumberFormat>()

/** `12,408`, or as the options say, as it is written in the console's language. */
export function formatNumber(value: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  // Formatters are dear to make, and a table asks for one per cell.
  const key = getLocale() + JSON.stringify(options)
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.NumberFormat(getLocale(), options)
    formatters.set(key, formatter)
  }
  return formatter.format(value)
}
