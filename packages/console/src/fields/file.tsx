import type { CellProps, FieldControl, InputProps } from './control.ts'
import classes from './fields.module.css'
import { LineInput } from './LineInput.tsx'

export const fileControl: FieldControl = {
  Cell: FileCell,
  width: 130,
  text: (value) => (typeof value === 'string' ? value.slice(0, 10) : ''),
  isWhole: true,
  Input: FileInput,
}

/** Shows the content's hash; its beginning is enough to distinguish files in a table. */
function FileCell({ value, isFull }: CellProps) {
  if (typeof value !== 'string') return null
  return <span className={classes.hash}>{isFull ? value : value.slice(0, 10)}</span>
}

/** The server sets all file fields; a user could only name an existing file. */
function FileInput(props: InputProps) {
  return <LineInput {...props} />
}
