import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dashboard.module.css'

interface ChartCardProps {
  title: string
  span: number
  /** Content next to the title, such as the legend. */
  aside?: ReactNode
  picture: ReactNode
  table: ReactNode
  children?: ReactNode
}

/** Shows a chart, and the table of its numbers for those who prefer reading. */
export function ChartCard({ title, span, aside, picture, table, children }: ChartCardProps) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const Icon = isTable ? IconChartBar : IconTable
  return (
    <section className={classes.card} data-span={span} aria-label={title}>
      <div className={classes.cardHead}>
        <h2>{title}</h2>
        {aside}
        <button
          type="button"
          className={classes.toggle}
          aria-label={t(isTable ? 'dashboard.asPictureOf' : 'dashboard.asTableOf', { title })}
          onClick={() => setTable(!isTable)}
        >
          <Icon size={15} stroke={1.6} aria-hidden /> {t(isTable ? 'dashboard.asPicture' : 'dashboard.asTable')}
        </button>
      </div>
      {isTable ? <div className={classes.tableBox}>{table}</div> : picture}
      {children}
    </section>
  )
}
