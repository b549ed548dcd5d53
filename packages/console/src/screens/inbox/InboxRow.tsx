import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatDay, formatTime } from '../../ui/format-time.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import classes from './InboxTable.module.css'
import { likelyActions } from './item-actions.ts'
import { statusWord } from './item-status.ts'
import { documentsText, neededStep, type RowItem, rowLines } from './row-lines.ts'
import type { CourtName } from './use-courts.ts'
import type { ItemActing } from './use-item-actions.ts'

export interface InboxRowProps {
  item: RowItem
  /** Its place among all rows of the search, heading included. */
  rowIndex: number
  court?: CourtName
  isOpen: boolean
  isFocusable: boolean
  now: number
  onOpen: (id: string) => void
  onActive: (id: string) => void
  acting: ItemActing
  canAct: boolean
}

/** One notice: what it is on the first line, why it is so on the second, and the step it waits for. */
export function InboxRow(props: InboxRowProps) {
  const { item, rowIndex, court, isOpen, isFocusable, now, onOpen, onActive } = props
  const { t } = useTranslation()
  const { tone, labelKey } = statusWord({ status: item.status, disposition: item.disposition })
  const { documentCount: count, documentsKept: kept } = item
  return (
    <tr
      className={classes.row}
      data-id={item.id}
      aria-rowindex={rowIndex}
      aria-selected={isOpen}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={() => onActive(item.id)}
      onClick={() => onOpen(item.id)}
    >
      <td className={classes.status}>
        <StatusDot tone={tone}>{t(labelKey)}</StatusDot>
      </td>
      <td className={classes.received} title={formatDateTime(item.receivedAt)}>
        <time dateTime={item.receivedAt}>
          {formatTime(item.receivedAt)}
          <small>{formatDay(item.receivedAt, new Date(now))}</small>
        </time>
      </td>
      <td className={classes.court}>
        {court && (
          <abbr className={classes.courtBox} title={court.name}>
            {court.label}
          </abbr>
        )}
      </td>
      <CaseCell item={item} />
      <td className={classes.docs} title={count ? t('inbox.table.documents', { kept: kept ?? 0, count }) : undefined}>
        {documentsText(item)}
      </td>
      <td className={classes.step}>
        <NextStep {...props} />
      </td>
    </tr>
  )
}

function CaseCell({ item }: { item: RowItem }) {
  const { t } = useTranslation()
  const { title, number, detail, tone } = rowLines(item)
  return (
    <td className={classes.case}>
      <div className={classes.title} title={title}>
        <b>{title || t('inbox.table.untitled')}</b> {number && <span className={classes.number}>{number}</span>}
      </div>
      <div className={classes.detail} data-tone={tone} title={detail}>
        {detail}
      </div>
    </td>
  )
}

function NextStep({ item, now, onOpen, acting, canAct }: InboxRowProps) {
  const { t } = useTranslation()
  const step = neededStep(item)
  const isPossible = step?.kind !== 'requeue' || likelyActions(item, { canAct, now }).includes('requeue')
  if (!step || !isPossible) return null
  const take = () => (step.kind === 'requeue' ? acting.act({ id: item.id, action: 'requeue' }) : onOpen(item.id))
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={step.kind === 'requeue' && acting.pending?.id === item.id}
      onClick={(event) => {
        event.stopPropagation()
        take()
      }}
    >
      {t(canAct ? step.labelKey : 'inbox.step.look')}
    </Button>
  )
}
