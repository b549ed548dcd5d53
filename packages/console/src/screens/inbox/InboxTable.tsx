import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { isSelected } from '../../resource/row-selection.ts'
import type { TableSelection } from '../../resource/use-selection.ts'
import type { Total } from '../../ui/format-total.ts'
import { Tick } from '../../ui/Tick.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { InboxRow } from './InboxRow.tsx'
import classes from './InboxTable.module.css'
import list from './list-rows.module.css'
import { ReceivedHead } from './ReceivedCell.tsx'
import type { RowItem } from './row-lines.ts'
import { useCourtNames } from './use-courts.ts'
import type { ItemActing } from './use-item-actions.ts'
import { useNow } from './use-now.ts'

export interface InboxTableProps {
  rows: readonly RowItem[]
  /** Rows that are only held: they no longer belong here. */
  departedIds: ReadonlySet<unknown>
  ticks: TableSelection
  total: Total
  /** How many rows stand on the pages before. */
  offset: number
  isOldestFirst: boolean
  onSort: () => void
  openId?: string
  /** The row that the keyboard is on. */
  activeId?: string
  onOpen: (id: string) => void
  /** Asks what a stopped item waits for. */
  onFix: (id: string) => void
  onActive: (id: string) => void
  acting: ItemActing
  canAct: boolean
  bodyRef: RefObject<HTMLTableSectionElement | null>
}

/** The received notices, a row each. A grid of rows: one of them takes the focus, and arrow keys move it. */
export function InboxTable(props: InboxTableProps) {
  const { rows, departedIds, ticks, total, offset, bodyRef, isOldestFirst, onSort, openId, activeId, acting, canAct } =
    props
  const { t } = useTranslation()
  const courtOf = useCourtNames(rows.map((item) => item.ecfxJurisdictionId))
  const focusableId = rows.some(({ id }) => id === activeId) ? activeId : rows[0]?.id
  // So that "today" becomes "yesterday" while the page stands open.
  const now = useNow(60_000)
  const on = useLatest({
    open: props.onOpen,
    activate: props.onActive,
    fix: props.onFix,
    requeue: (id: string) => acting.act({ id, action: 'requeue' }),
    tick: ticks.toggle,
  })
  return (
    <table
      className={list.table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are moved through and opened by keyboard, which a plain table does not say
      role="grid"
      aria-multiselectable
      aria-label={t('inbox.table.label')}
      aria-rowcount={total.isAtLeast ? -1 : total.total + 1}
    >
      <InboxTableHead
        isOldestFirst={isOldestFirst}
        onSort={onSort}
        isPageTicked={rows.every(({ id }) => isSelected(ticks.selection, id))}
        onTogglePage={ticks.togglePage}
      />
      <tbody ref={bodyRef}>
        {rows.map((item, index) => (
          <InboxRow
            key={item.id}
            item={item}
            index={index}
            rowIndex={offset + index + 2}
            court={courtOf(item.ecfxJurisdictionId)}
            isOpen={item.id === openId}
            isFocusable={item.id === focusableId}
            isDeparted={departedIds.has(item.id)}
            isTicked={isSelected(ticks.selection, item.id)}
            isRequeueing={acting.pending?.id === item.id}
            now={now}
            canAct={canAct}
            on={on}
          />
        ))}
      </tbody>
    </table>
  )
}

interface HeadProps extends Pick<InboxTableProps, 'isOldestFirst' | 'onSort'> {
  isPageTicked: boolean
  onTogglePage: (isTicked: boolean) => void
}

function InboxTableHead({ isOldestFirst, onSort, isPageTicked, onTogglePage }: HeadProps) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className={classes.tick}>
          <Tick label={t('inbox.table.selectPage')} isTicked={isPageTicked} onTick={onTogglePage} />
        </th>
        <th className={classes.status}>{t('inbox.table.status')}</th>
        <ReceivedHead
          className={classes.received}
          label={t('inbox.table.received')}
          isOldestFirst={isOldestFirst}
          onSort={onSort}
        />
        <th className={classes.court}>{t('inbox.table.court')}</th>
        <th className={classes.case}>{t('inbox.table.case')}</th>
        <th className={classes.docs}>{t('inbox.table.docs')}</th>
        <th className={classes.step}>{t('inbox.table.step')}</th>
      </tr>
    </thead>
  )
}
