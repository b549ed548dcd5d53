import { sanitizeColor } from '@courtcrier/contract/theme/contrast.ts'
import type { CellProps, FieldControl } from './control.ts'
import classes from './fields.module.css'

export const colorControl: FieldControl = {
  Cell: ColorCell,
  width: 120,
  // The color in words, after its swatch.
  text: (value) => `### ${sanitizeColor(value) ?? ''}`,
  isWhole: true,
}

function ColorCell({ value }: CellProps) {
  const color = sanitizeColor(value)
  if (!color) return null
  return (
    <span className="num">
      <span className={classes.swatch} style={{ background: color }} />
      {color}
    </span>
  )
}
