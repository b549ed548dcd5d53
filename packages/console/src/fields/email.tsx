import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'

export const emailFace: FieldFace = { Input: EmailInput, Filter: ContainsFilter }

function EmailInput(props: InputProps) {
  return <LineInput {...props} inputMode="email" />
}
