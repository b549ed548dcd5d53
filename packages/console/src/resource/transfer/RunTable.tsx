import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import classes from './transfer.module.css'

interface RunTableProps {
  label: string
  columns: readonly ('file' | 'state' | 'size' | 'made' | 'actions')[]
  children: ReactNode
}

/** The frame of a user's own imports or exports; `children` are its rows. */
export function RunTable({ label, columns, children }: RunTableProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.scroller} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((key) => (
              <th key={key} scope="col">
                {t(`transfer.export.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
