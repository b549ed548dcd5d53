import type { CellText } from './control.ts'
import classes from './fields.module.css'

interface CellLinesProps {
  text: CellText
  /** What separates the two lines where both are shown on one. */
  joint?: string
  /** Whether the second is less important there, too. */
  isQuiet?: boolean
}

/** Shows a cell's text: on two lines in rows with room for them, otherwise one after the other. */
export function CellLines({ text, joint = usualJoint, isQuiet }: CellLinesProps) {
  if (typeof text === 'string') return <>{text}</>
  const [first, second] = text
  return (
    <>
      {first}
      <span className={classes.joint}>{joint}</span>
      <span className={classes.second} data-quiet={isQuiet || undefined}>
        {second}
      </span>
    </>
  )
}

export const usualJoint = ', '
