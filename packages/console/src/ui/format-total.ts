import { formatNumber } from './format-number.ts'

export interface Total {
  total: number
  /** There are more than were counted. */
  isAtLeast: boolean
}

/** `1,204`, or `10,000+` where not all were counted. */
export function formatTotal({ total, isAtLeast }: Total): string {
  return `${formatNumber(total)}${isAtLeast ? '+' : ''}`
}
