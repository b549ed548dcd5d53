import type { FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'
import { RangeFilter } from './RangeFilter.tsx'

export const dateFace: FieldFace = { Input: DateInput, Filter: RangeFilter }

/** The browser's own date field: it knows the keyboard, the screen reader and the person's calendar. */
function DateInput(props: InputProps) {
  return <LineInput {...props} type="date" />
}
