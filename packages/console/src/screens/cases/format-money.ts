import { formatNumber } from '../../ui/format-number.ts'

/** `$1,234.50`; the only currency there is (specification, section 9). */
export function formatMoney(dollars: number): string {
  return formatNumber(dollars, { style: 'currency', currency: 'USD' })
}
