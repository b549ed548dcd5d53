import type { ReactNode } from 'react'
import classes from './plain-table.module.css'

interface PlainTableProps {
  heads: readonly string[]
  /** The rows. */
  children: ReactNode
  className?: string | undefined
  /** Whether what is around it scrolls it sideways already. */
  isFramed?: boolean
}

/** A small table in the text of a page or form; narrow screens scroll it sideways. */
export function PlainTable({ heads, children, className = '', isFramed = false }: PlainTableProps) {
  const table = (
    <table className={`${classes.table} ${className}`}>
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
