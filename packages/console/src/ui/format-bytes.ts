import { formatNumber } from './format-number.ts'

/** Formats a size in decimal units, as mail programs do: `612 KB`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [value, unit] = bytes < 999_500 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  const digits = unit === 'MB' && value < 100 ? 1 : 0
  return `${formatNumber(value, { maximumFractionDigits: digits })} ${unit}`
}
