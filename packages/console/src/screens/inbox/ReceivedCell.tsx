import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatDay, formatTime } from '../../ui/format-time.ts'
import rows from './list-rows.module.css'

interface ReceivedCellProps {
  /** Undefined for a role that doesn't see it. */
  at: string | undefined
  /** So that "today" becomes "yesterday" while the page stays open. */
  now: number
  className?: string
}

/** Shows when something was received: the time, and the day below it. */
export function ReceivedCell({ at, now, className = '' }: ReceivedCellProps) {
  if (at === undefined) return <td className={`${rows.received} ${className}`} />
  return (
    <td className={`${rows.received} ${className}`} title={formatDateTime(at)}>
      <time dateTime={at}>
        {formatTime(at)}
        <small>{formatDay(at, new Date(now))}</small>
      </time>
    </td>
  )
}

interface ReceivedHeadProps {
  label: string
  isOldestFirst: boolean
  onSort: () => void
  className?: string
}

/** Shows the header over these times, which reverses the order. */
export function ReceivedHead({ label, isOldestFirst, onSort, className = '' }: ReceivedHeadProps) {
  const { t } = useTranslation()
  const Arrow = isOldestFirst ? IconArrowUp : IconArrowDown
  return (
    <th className={`${rows.received} ${className}`} aria-sort={isOldestFirst ? 'ascending' : 'descending'}>
      <button
        type="button"
        className={rows.sort}
        title={t(isOldestFirst ? 'inbox.table.oldestFirst' : 'inbox.table.newestFirst')}
        onClick={onSort}
      >
        {label}
        <Arrow size={13} aria-hidden />
      </button>
    </th>
  )
}
