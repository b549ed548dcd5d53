import { formatNumber } from '../../ui/format-number.ts'

/** `612 kB`, `1.4 MB`: decimal units, as people are shown by their mail programs. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [value, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  const digits = unit === 'MB' && value < 100 ? 1 : 0
  return `${formatNumber(value, { maximumFractionDigits: digits })} ${unit}`
}
