import { Button } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Tick } from '../../ui/Tick.tsx'
import { CourtCell } from './CourtCell.tsx'
import classes from './InboxTable.module.css'
import { likelyActions } from './item-actions.ts'
import { statusWord } from './item-status.ts'
import list from './list-rows.module.css'
import { ReceivedCell } from './ReceivedCell.tsx'
import { documentsText, neededStep, type RowItem, rowLines } from './row-lines.ts'
import { TitleCell } from './TitleCell.tsx'
import type { CourtName } from './use-courts.ts'

export interface InboxRowProps {
  item: RowItem
  /** Its place on this page, and among all rows of the search, heading included. */
  index: number
  rowIndex: number
  court: CourtName | undefined
  isOpen: boolean
  isFocusable: boolean
  now: number
  /** It is shown only so that nothing moves: it belongs elsewhere by now. */
  isDeparted: boolean
  isTicked: boolean
  isRequeueing: boolean
  canAct: boolean
  /** The same objects at each drawing. */
  on: RowHandlers
}

export interface RowHandlers {
  open: (id: string) => void
  activate: (id: string) => void
  /** Asks what a stopped item waits for. */
  fix: (id: string) => void
  requeue: (id: string) => void
  /** With `isRange` for all rows from the last one ticked to this one. */
  tick: (index: number, isRange: boolean) => void
}

/**
 * One notice: what it is on the first line, why it is so on the second, and the step it waits for. Drawn anew only when
 * what it shows is another: the list changes with every notice that comes.
 */
export const InboxRow = memo(DrawnRow)

function DrawnRow(props: InboxRowProps) {
  const { item, rowIndex, court, isOpen, isFocusable, now, on } = props
  const { t } = useTranslation()
  const { isDeparted, isTicked } = props
  const { tone, labelKey } = statusWord({ status: item.status, disposition: item.disposition })
  const { documentCount: count, documentsKept: kept } = item
  return (
    <tr
      className={`${list.row} ${classes.row}`}
      data-id={item.id}
      aria-rowindex={rowIndex}
      aria-selected={isTicked}
      data-open={isOpen || undefined}
      data-departed={isDeparted || undefined}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={() => on.activate(item.id)}
      onClick={() => on.open(item.id)}
    >
      <TickCell {...props} />
      <td className={classes.status}>
        <StatusDot tone={tone}>{t(labelKey)}</StatusDot>
      </td>
      <ReceivedCell className={classes.received} at={item.receivedAt} now={now} />
      <CourtCell className={classes.court} court={court} />
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

function TickCell({ item, index, isTicked, on }: InboxRowProps) {
  const { t } = useTranslation()
  const title = rowLines(item).title || t('inbox.table.untitled')
  return (
    // Around the box too a press means the box, and not the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the box itself
    <td className={classes.tick} onClick={(event) => event.stopPropagation()}>
      <Tick
        tabIndex={-1}
        label={t('list.selectRow', { title })}
        isTicked={isTicked}
        onTick={(_, isRange) => on.tick(index, isRange)}
      />
    </td>
  )
}

function CaseCell({ item }: { item: RowItem }) {
  const { t } = useTranslation()
  const { title, ...lines } = rowLines(item)
  return <TitleCell className={`${classes.case} ${list.wraps}`} title={title || t('inbox.table.untitled')} {...lines} />
}

function NextStep({ item, now, canAct, isDeparted, isRequeueing, on }: InboxRowProps) {
  const { t } = useTranslation()
  const step = neededStep(item)
  const isPossible = step?.kind !== 'requeue' || likelyActions(item, { canAct, now }).includes('requeue')
  if (!step || !isPossible || isDeparted) return null
  const take = () => {
    if (step.kind === 'requeue') on.requeue(item.id)
    else if (step.kind === 'fix' && canAct) on.fix(item.id)
    else on.open(item.id)
  }
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={step.kind === 'requeue' && isRequeueing}
      onClick={(event) => {
        event.stopPropagation()
        take()
      }}
    >
      {t(canAct ? step.labelKey : 'inbox.step.look')}
    </Button>
  )
}
