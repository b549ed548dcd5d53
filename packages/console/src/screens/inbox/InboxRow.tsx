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
  onFix: (id: string) => void
  /** It is shown only so that nothing moves: it belongs elsewhere by now. */
  isDeparted: boolean
  isTicked: boolean
  /** With `isRange` for all rows from the last one ticked to this one. */
  onTick: (isRange: boolean) => void
  acting: ItemActing
  canAct: boolean
}

/** One notice: what it is on the first line, why it is so on the second, and the step it waits for. */
export function InboxRow(props: InboxRowProps) {
  const { item, rowIndex, court, isOpen, isFocusable, now, onOpen, onActive } = props
  const { t } = useTranslation()
  const { isDeparted, isTicked } = props
  const { tone, labelKey } = statusWord({ status: item.status, disposition: item.disposition })
  const { documentCount: count, documentsKept: kept } = item
  return (
    <tr
      className={classes.row}
      data-id={item.id}
      aria-rowindex={rowIndex}
      aria-selected={isTicked}
      data-open={isOpen || undefined}
      data-departed={isDeparted || undefined}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={() => onActive(item.id)}
      onClick={() => onOpen(item.id)}
    >
      <TickCell {...props} />
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

function TickCell({ item, isTicked, onTick }: InboxRowProps) {
  const { t } = useTranslation()
  const title = rowLines(item).title || t('inbox.table.untitled')
  return (
    // Around the box too a press means the box, and not the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the box itself
    <td className={classes.tick} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('list.selectRow', { title })}
        checked={isTicked}
        onChange={({ nativeEvent }) => onTick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </td>
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

function NextStep({ item, now, onOpen, onFix, acting, canAct, isDeparted }: InboxRowProps) {
  const { t } = useTranslation()
  const step = neededStep(item)
  const isPossible = step?.kind !== 'requeue' || likelyActions(item, { canAct, now }).includes('requeue')
  if (!step || !isPossible || isDeparted) return null
  const take = () => {
    if (step.kind === 'requeue') acting.act({ id: item.id, action: 'requeue' })
    else if (step.kind === 'fix' && canAct) onFix(item.id)
    else onOpen(item.id)
  }
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
