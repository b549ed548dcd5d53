/** Formats percentiles: `median 12 ms, p90 20 ms, p99 31 ms, max 40 ms`. */
export function percentiles(values: readonly number[], unit: string): string {
  if (values.length === 0) return 'nothing measured'
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const parts = [`median ${at(0.5)}`, `p90 ${at(0.9)}`, `p99 ${at(0.99)}`, `max ${sorted.at(-1)}`]
  return parts.map((part) => `${part} ${unit}`).join(', ')
}
