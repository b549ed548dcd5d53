import type { FieldInput, InputProps } from './control.ts'
import { LineInput } from './LineInput.tsx'
import { RangeFilter } from './RangeFilter.tsx'

export const dateInput: FieldInput = { Input: DateInput, Filter: RangeFilter }
export const timestampInput: FieldInput = { Input: TimestampInput, Filter: RangeFilter }
export const timeOfDayInput: FieldInput = { Input: TimeOfDayInput }

/** Edits a date with the browser's own field, which supports the keyboard, screen readers and the user's calendar. */
function DateInput(props: InputProps) {
  return <LineInput {...props} type="date" />
}

/** Edits a timestamp as on the wire; no resource has one that users type so far. */
function TimestampInput(props: InputProps) {
  return <LineInput {...props} />
}

function TimeOfDayInput(props: InputProps) {
  return <LineInput {...props} type="time" />
}
