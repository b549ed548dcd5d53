import type { FieldInput, InputProps } from './control.ts'
import { LineInput } from './LineInput.tsx'

export const fileInput: FieldInput = { Input: FileInput }

/** The server sets all file fields; a user could only name an existing file. */
function FileInput(props: InputProps) {
  return <LineInput {...props} />
}
