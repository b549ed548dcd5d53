import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'
import { TextCell } from './TextCell.tsx'

export const emailFace: FieldFace = { Cell: TextCell, Input: EmailInput, Filter: ContainsFilter, width: 220 }

function EmailInput(props: InputProps) {
  return <LineInput {...props} inputMode="email" />
}
