import type { FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'

export const timeOfDayFace: FieldFace = { Input: TimeOfDayInput }

function TimeOfDayInput(props: InputProps) {
  return <LineInput {...props} type="time" />
}
