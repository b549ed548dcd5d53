import type { CellProps, FieldFace, InputProps } from './face.ts'
import classes from './fields.module.css'
import { LineInput } from './LineInput.tsx'

export const fileFace: FieldFace = { Cell: FileCell, Input: FileInput, width: 130 }

/** The content's hash; its beginning tells files apart well enough in a table. */
function FileCell({ value, isFull }: CellProps) {
  if (typeof value !== 'string') return null
  return <span className={classes.hash}>{isFull ? value : value.slice(0, 10)}</span>
}

/** The server sets the files of today's resources; a person could only name one that is there. */
function FileInput(props: InputProps) {
  return <LineInput {...props} />
}
