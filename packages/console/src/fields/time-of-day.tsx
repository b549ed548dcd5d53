import type { FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'
import { TextCell } from './TextCell.tsx'

export const timeOfDayFace: FieldFace = { Cell: TextCell, Input: TimeOfDayInput, width: 110 }

function TimeOfDayInput(props: InputProps) {
  return <LineInput {...props} type="time" />
}
