import { formatNumber } from './format-number.ts'

export interface Total {
  total: number
  /** Whether there are more than were counted. */
  isAtLeast: boolean
}

/** Formats a total: `1,204`, or `10,000+` if not all were counted. */
export function formatTotal({ total, isAtLeast }: Total): string {
  return `${formatNumber(total)}${isAtLeast ? '+' : ''}`
}
