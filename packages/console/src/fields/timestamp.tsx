import { formatDateTime, formatDay, formatTime } from '../ui/format-time.ts'
import type { CellProps, FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'
import { RangeFilter } from './RangeFilter.tsx'

export const timestampFace: FieldFace = { Cell: TimestampCell, Input: TimestampInput, Filter: RangeFilter, width: 160 }

function TimestampCell({ value, isFull }: CellProps) {
  if (typeof value !== 'string') return null
  return (
    <time className="num" dateTime={value} title={formatDateTime(value)}>
      {isFull ? formatDateTime(value) : `${formatDay(value)}, ${formatTime(value)}`}
    </time>
  )
}

/** No resource has a point in time that people type; should one come, it is typed as the wire writes it. */
function TimestampInput(props: InputProps) {
  return <LineInput {...props} />
}
