import { useTranslation } from 'react-i18next'
import { formatDay, formatTime } from '../../../ui/format-time.ts'
import { StatusDot } from '../../../ui/StatusDot.tsx'
import { statusWord } from '../item-status.ts'
import classes from './DocumentList.module.css'
import panel from './ItemPanel.module.css'
import type { Sibling } from './item-view.ts'

interface SiblingListProps {
  siblings: readonly Sibling[]
  onOpen: (id: string) => void
}

/** The messages that announce the same filing to others; nothing when there are none. */
export function SiblingList({ siblings, onOpen }: SiblingListProps) {
  const { t } = useTranslation()
  if (siblings.length === 0) return null
  return (
    <section className={panel.section}>
      <h3 className={panel.heading}>{t('inbox.siblings.title')}</h3>
      <ul className={panel.list}>
        {siblings.map(({ id, subject, status, receivedAt }) => (
          <li key={id}>
            <button type="button" className={classes.document} onClick={() => onOpen(id)}>
              <span className={panel.entryText}>
                {subject || t('inbox.table.untitled')}
                <small className="num">{`${formatDay(receivedAt)} ${formatTime(receivedAt)}`}</small>
              </span>
              <span className={panel.entryStatus}>
                <StatusDot tone={statusWord({ status }).tone}>{t(statusWord({ status }).labelKey)}</StatusDot>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
