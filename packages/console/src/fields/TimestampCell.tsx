import { formatDateTime, formatDay, formatTime } from '../ui/format-time.ts'
import type { CellProps } from './face.ts'

export function TimestampCell({ value, isFull }: CellProps) {
  if (typeof value !== 'string') return null
  return (
    <time className="num" dateTime={value} title={formatDateTime(value)}>
      {isFull ? formatDateTime(value) : `${formatDay(value)}, ${formatTime(value)}`}
    </time>
  )
}
