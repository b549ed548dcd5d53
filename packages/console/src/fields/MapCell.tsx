import type { CellProps } from './face.ts'
import classes from './fields.module.css'
import { pairsOf } from './pairs-of.ts'

export function MapCell({ value, isFull }: CellProps) {
  const pairs = pairsOf(value).map(([name, text]) => `${name}: ${text}`)
  return isFull ? <div className={classes.lines}>{pairs.join('\n')}</div> : pairs.join(', ')
}
