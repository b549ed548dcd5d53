import { sanitiseColour } from '@courtcrier/contract/theme/contrast.ts'
import type { CellProps } from './face.ts'
import classes from './fields.module.css'

export function ColourCell({ value }: CellProps) {
  const colour = sanitiseColour(value)
  if (!colour) return null
  return (
    <span className="num">
      <span className={classes.swatch} style={{ background: colour }} />
      {colour}
    </span>
  )
}
