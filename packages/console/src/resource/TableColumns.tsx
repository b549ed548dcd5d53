import classes from './table.module.css'
import type { useColumnWidths } from './use-column-widths.ts'

interface TableColumnsProps {
  keys: readonly string[]
  titleKey: string | undefined
  /** Undefined while the name's column takes what the others leave. */
  titleWidth: number | undefined
  widths: ReturnType<typeof useColumnWidths>
}

/** Gives a table's columns their widths, with one for the ticks before them and an empty one for what is left. */
export function TableColumns({ keys, titleKey, titleWidth, widths }: TableColumnsProps) {
  return (
    <colgroup>
      <col className={classes.tickColumn} />
      {keys.map((key) => (
        <col key={key} style={{ width: key === titleKey ? titleWidth && nameWidth(titleWidth) : widths[key] }} />
      ))}
      {titleWidth !== undefined && <col />}
    </colgroup>
  )
}

/** On a phone, a wide first column would leave no room for the others. */
export function nameWidth(width: number): string {
  return `min(${width}px, 56vw)`
}
