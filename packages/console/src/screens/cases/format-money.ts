import { formatNumber } from '../../ui/format-number.ts'

/** Formats US dollars, the only currency (specification, section 9): `$1,234.50`. */
export function formatMoney(dollars: number): string {
  return formatNumber(dollars, { style: 'currency', currency: 'USD' })
}
