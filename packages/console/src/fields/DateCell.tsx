import { formatDate } from '../ui/format-time.ts'
import type { CellProps } from './face.ts'

export function DateCell({ value }: CellProps) {
  return typeof value === 'string' ? <span className="num">{formatDate(value)}</span> : null
}
