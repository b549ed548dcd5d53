import type { FieldFace, InputProps } from './face.ts'
import { LineInput } from './LineInput.tsx'

export const fileFace: FieldFace = { Input: FileInput }

/** The server sets the files of today's resources; a person could only name one that is there. */
function FileInput(props: InputProps) {
  return <LineInput {...props} />
}
