import type { FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'
import { RangeFilter } from './RangeFilter.tsx'

export const timestampFace: FieldFace = { Input: TimestampInput, Filter: RangeFilter }

/** No resource has a point in time that people type; should one come, it is typed as the wire writes it. */
function TimestampInput(props: InputProps) {
  return <LineInput {...props} />
}
