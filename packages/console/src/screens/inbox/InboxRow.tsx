import type { MessagesOfFiling } from '@courtcrier/contract/calls/inbox.ts'
import type { ItemNeed } from '@courtcrier/contract/calls/inbox-needs.ts'
import { Button } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Tick } from '../../ui/Tick.tsx'
import { CourtCell } from './CourtCell.tsx'
import classes from './InboxTable.module.css'
import { ItemStatusDot } from './ItemStatusDot.tsx'
import type { Wish } from './item/item-view.ts'
import { likelyActions } from './item-actions.ts'
import list from './list-rows.module.css'
import { ReceivedCell } from './ReceivedCell.tsx'
import { documentsText, neededStep, type RowItem, rowLines, waitWord } from './row-lines.ts'
import { TitleCell } from './TitleCell.tsx'
import type { CourtName } from './use-courts.ts'
import { RowVerbs, type VerbHandlers } from './verbs/RowVerbs.tsx'

export interface InboxRowProps {
  item: RowItem
  /** Its index on this page, and among all rows of the search, header included. */
  index: number
  rowIndex: number
  court: CourtName | undefined
  /** How often the filing was received, if more than once. */
  messages: MessagesOfFiling | undefined
  isOpen: boolean
  isFocusable: boolean
  now: number
  /** Whether it is shown only to keep the list still: it no longer belongs here. */
  isDeparted: boolean
  isTicked: boolean
  /** What it needs, if it needs attention. */
  need: ItemNeed | undefined
  /** The action in progress on it. */
  pending: Wish | undefined
  canAct: boolean
  /** Whether it says why it needs attention instead of its status, which all rows share. */
  isWhy: boolean
  /** The same objects at each rendering. */
  on: RowHandlers
}

export interface RowHandlers extends VerbHandlers {
  activate: (id: string) => void
  /** With `isRange`, applies to all rows from the last one checked to this one. */
  tick: (index: number, isRange: boolean) => void
}

/**
 * Shows one notice: its case on the first line, the reason for its status on the second, and the step it needs.
 * Rendered again only when its content changes: the list changes with every new notice.
 */
export const InboxRow = memo(DrawnRow)

function DrawnRow(props: InboxRowProps) {
  const { item, rowIndex, court, isOpen, isFocusable, now, on } = props
  const { t } = useTranslation()
  const { isDeparted, isTicked } = props
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
        <StatusOrWhy item={item} isWhy={props.isWhy} />
      </td>
      <ReceivedCell className={classes.received} at={item.receivedAt} now={now} />
      <CourtCell className={classes.court} court={court} />
      <CaseCell item={item} messages={props.messages} />
      <td className={classes.docs} title={count ? t('inbox.table.documents', { kept: kept ?? 0, count }) : undefined}>
        {documentsText(item)}
      </td>
      <td className={classes.step}>
        <NextStep {...props} />
      </td>
    </tr>
  )
}

function StatusOrWhy({ item, isWhy }: Pick<InboxRowProps, 'item' | 'isWhy'>) {
  const { t } = useTranslation()
  const wait = isWhy ? waitWord(item) : undefined
  if (wait) return <StatusDot tone="warn">{t(wait)}</StatusDot>
  return <ItemStatusDot status={item.status} disposition={item.disposition} />
}

function TickCell({ item, index, isTicked, on }: InboxRowProps) {
  const { t } = useTranslation()
  const title = rowLines(item).title || t('inbox.table.untitled')
  return (
    // A click next to the checkbox also means the checkbox, not the row.
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

function CaseCell({ item, messages }: Pick<InboxRowProps, 'item' | 'messages'>) {
  const { t } = useTranslation()
  const { title, ...lines } = rowLines(item)
  const received = messages && receivedBy(messages)
  return (
    <TitleCell
      className={`${classes.case} ${list.wraps}`}
      title={title || t('inbox.table.untitled')}
      {...lines}
      {...(received ? { note: t(received.key, received) } : {})}
    />
  )
}

/** A mailbox that collects everyone's mail is one address, however many people at the firm a filing was sent to. */
function receivedBy({ messages, recipients }: MessagesOfFiling): { key: string; count: number } {
  return recipients > 1
    ? { key: 'inbox.table.receivedBy', count: recipients }
    : { key: 'inbox.table.messages', count: messages }
}

function NextStep({ item, need, now, canAct, isDeparted, pending, on }: InboxRowProps) {
  const { t } = useTranslation()
  const step = neededStep(item)
  const isPossible = step?.kind !== 'requeue' || likelyActions(item, { canAct, now }).includes('requeue')
  if (!step || !isPossible || isDeparted) return null
  if (canAct && need && need.fixes.length > 0) return <RowVerbs item={item} need={need} pending={pending} on={on} />
  const take = () => {
    if (step.kind === 'requeue') on.act({ id: item.id, action: 'requeue' })
    else if (step.kind === 'fix' && canAct) on.fix(item.id)
    else on.open(item.id)
  }
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={step.kind === 'requeue' && pending !== undefined}
      onClick={(event) => {
        event.stopPropagation()
        // The second click of a double click would hit the row that moved up.
        if (event.detail < 2) take()
      }}
    >
      {t(canAct ? step.labelKey : 'inbox.step.look')}
    </Button>
  )
}
