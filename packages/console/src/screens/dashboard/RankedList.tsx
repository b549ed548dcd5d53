import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListLink } from '../../resource/list-link.ts'
import { NumberLink } from '../../resource/NumberLink.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import classes from './dashboard.module.css'

export interface RankedEntry {
  key: string
  title: string
  /** The record's own address. */
  record?: ListLink | undefined
  count: number
  link: ListLink | undefined
  /** Read by screen readers for the number. */
  label: string
}

interface RankedListProps {
  title: string
  total?: { count: number; link: ListLink | undefined }
  entries: readonly RankedEntry[]
}

/** Lists names with their numbers, the largest first; the bar under each shows its number. */
export function RankedList({ title, total, entries }: RankedListProps) {
  const { t } = useTranslation()
  const id = useId()
  const most = Math.max(1, ...entries.map(({ count }) => count))
  return (
    <section className={classes.card} data-span={3} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h2 id={id}>{title}</h2>
        {total && (
          <span className={classes.total}>
            <NumberLink link={total.link} label={`${formatNumber(total.count)} ${title}`}>
              {formatNumber(total.count)}
            </NumberLink>
          </span>
        )}
      </div>
      {entries.length === 0 && <p className={classes.how}>{t('dashboard.noTop')}</p>}
      <ol className={classes.ranked}>
        {entries.map(({ key, title, record, count, link, label }) => (
          <li key={key}>
            {record ? (
              <Link to={record.to} search={record.search} className={classes.name}>
                {title}
              </Link>
            ) : (
              <span className={classes.name}>{title}</span>
            )}
            <NumberLink link={link} label={label} className={classes.count}>
              {formatNumber(count)}
            </NumberLink>
            <i aria-hidden style={{ '--share': `${(100 * count) / most}%` } as React.CSSProperties} />
          </li>
        ))}
      </ol>
    </section>
  )
}
