import type { CellProps, FieldControl } from './control.ts'
import classes from './fields.module.css'

export const fileControl: FieldControl = {
  Cell: FileCell,
  width: 130,
  text: (value) => (typeof value === 'string' ? value.slice(0, 10) : ''),
  isWhole: true,
}

/** Shows the content's hash; its beginning is enough to distinguish files in a table. */
function FileCell({ value, isFull }: CellProps) {
  if (typeof value !== 'string') return null
  return <span className={classes.hash}>{isFull ? value : value.slice(0, 10)}</span>
}
