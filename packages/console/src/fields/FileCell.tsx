import type { CellProps } from './face.ts'
import classes from './fields.module.css'

/** The content's hash; its beginning tells files apart well enough in a table. */
export function FileCell({ value, isFull }: CellProps) {
  if (typeof value !== 'string') return null
  return <span className={classes.hash}>{isFull ? value : value.slice(0, 10)}</span>
}
