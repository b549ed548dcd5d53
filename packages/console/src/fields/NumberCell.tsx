import { formatNumber } from '../ui/format-number.ts'
import type { CellProps } from './face.ts'

export function NumberCell({ value }: CellProps) {
  return <span className="num">{typeof value === 'number' ? formatNumber(value) : ''}</span>
}
