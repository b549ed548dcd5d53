import { formatDate } from '../ui/format-time.ts'
import type { CellProps, FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'
import { RangeFilter } from './RangeFilter.tsx'

export const dateFace: FieldFace = { Cell: DateCell, Input: DateInput, Filter: RangeFilter, width: 130 }

function DateCell({ value }: CellProps) {
  return typeof value === 'string' ? <span className="num">{formatDate(value)}</span> : null
}

/** The browser's own date field: it knows the keyboard, the screen reader and the person's calendar. */
function DateInput(props: InputProps) {
  return <LineInput {...props} type="date" />
}
