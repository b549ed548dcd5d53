import { formatClock, formatDate, formatDateTime, formatDay, formatTime } from '../ui/format-time.ts'
import { CellLines } from './CellLines.tsx'
import type { CellProps, CellText, FieldControl } from './control.ts'

export const dateControl: FieldControl = {
  Cell: DateCell,
  width: 130,
  text: (value) => (typeof value === 'string' ? formatDate(value) : ''),
  isWhole: true,
}
export const timestampControl: FieldControl = {
  Cell: TimestampCell,
  width: 160,
  text: (value) => (typeof value === 'string' ? dayAndTime(value) : ''),
  isWhole: true,
}
export const timeOfDayControl: FieldControl = {
  Cell: TimeOfDayCell,
  width: 110,
  text: clockOf,
  isWhole: true,
}

function DateCell({ value }: CellProps) {
  return typeof value === 'string' ? <span className="num">{formatDate(value)}</span> : null
}

function TimestampCell({ value, isFull }: CellProps) {
  if (typeof value !== 'string') return null
  return (
    <time className="num" dateTime={value} title={formatDateTime(value)}>
      {isFull ? formatDateTime(value) : <CellLines text={dayAndTime(value)} />}
    </time>
  )
}

function dayAndTime(value: string): CellText {
  return [formatDay(value), formatTime(value)]
}

function TimeOfDayCell({ value }: CellProps) {
  return <span className="num">{clockOf(value)}</span>
}

function clockOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? formatClock(value.slice(0, 5)) : ''
}
