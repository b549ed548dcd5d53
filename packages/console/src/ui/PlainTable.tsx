import type { ReactNode } from 'react'
import classes from './plain-table.module.css'

interface PlainTableProps {
  heads: readonly string[]
  /** The rows. */
  children: ReactNode
  className?: string | undefined
  /** Whether what is around it scrolls it sideways already. */
  isFramed?: boolean
  /** Whether a narrow screen shows each row as a list, beside the `data-label` of its cells, rather than scroll. */
  isStacked?: boolean
}

/** A small table in the text of a page or form; narrow screens scroll it sideways. */
export function PlainTable({ heads, children, className = '', isFramed, isStacked }: PlainTableProps) {
  const table = (
    <table className={`${classes.table} ${isStacked ? classes.stacked : ''} ${className}`}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
  return isFramed ? table : <div className={classes.scroll}>{table}</div>
}
