import { useTranslation } from 'react-i18next'
import { isSelected } from '../../resource/list/row-selection.ts'
import type { ListRows } from '../../resource/list/use-list.ts'
import { Tick } from '../../ui/Tick.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { useNow } from '../../ui/use-now.ts'
import { InboxRow } from './InboxRow.tsx'
import classes from './InboxTable.module.css'
import lines from './list-rows.module.css'
import { ReceivedHead } from './ReceivedCell.tsx'
import { neededStep, type RowItem } from './row-lines.ts'
import { useCourtNames } from './use-courts.ts'
import type { InboxPlace } from './use-inbox-place.ts'
import type { ItemActing } from './use-item-actions.ts'
import { useMessages } from './use-messages.ts'
import type { FixPart } from './verbs/row-verbs.ts'
import { useNeeds } from './verbs/use-needs.ts'

interface InboxTableProps {
  list: ListRows<RowItem>
  table: InboxPlace['table']
  openId?: string
  /** The row with the keyboard cursor. */
  activeId?: string
  onOpen: (id: string) => void
  /** Opens the choices for a stopped item. */
  onFix: (id: string, part?: FixPart) => void
  /** Opens the form for the item's case. */
  onCreateCase: (id: string) => void
  onActive: (id: string) => void
  acting: ItemActing
  canAct: boolean
  /** Whether all rows need attention: the reason then takes the place of the status. */
  isWhy: boolean
}

/** Shows the received notices, one row each. A grid of rows: one of them is focused, and arrow keys move the focus. */
export function InboxTable(props: InboxTableProps) {
  const { list, table, openId, activeId, acting, canAct, isWhy } = props
  const { rows, departedIds, ticks, total } = list
  const { sort, page, size } = table.state
  const isOldestFirst = sort[0]?.isDescending === false
  const { t } = useTranslation()
  const messagesOf = useMessages(rows)
  const needOf = useNeeds(rows)
  const courtOf = useCourtNames(rows.map((item) => item.ecfxJurisdictionId))
  const focusableId = rows.some(({ id }) => id === activeId) ? activeId : rows[0]?.id
  // So that "today" becomes "yesterday" while the page stays open.
  const now = useNow(60_000)
  const on = useLatest({
    open: props.onOpen,
    activate: props.onActive,
    fix: props.onFix,
    act: acting.act,
    createCase: props.onCreateCase,
    tick: ticks.toggle,
  })
  return (
    <table
      className={lines.table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are opened by keyboard, unlike a table's
      role="grid"
      aria-multiselectable
      aria-label={t('inbox.table.label')}
      aria-rowcount={total.isAtLeast ? -1 : total.total + 1}
    >
      <InboxTableHead
        isWhy={isWhy}
        hasSteps={rows.some(neededStep)}
        isOldestFirst={isOldestFirst}
        onSort={() => table.change({ sort: [{ field: 'receivedAt', isDescending: isOldestFirst }] })}
        isPageTicked={rows.every(({ id }) => isSelected(ticks.selection, id))}
        onTogglePage={ticks.togglePage}
      />
      <tbody>
        {rows.map((item, index) => (
          <InboxRow
            key={item.envelopeId ?? item.id}
            item={item}
            index={index}
            rowIndex={page * size + index + 2}
            court={courtOf(item.ecfxJurisdictionId)}
            messages={messagesOf(item)}
            isOpen={item.id === openId}
            isFocusable={item.id === focusableId}
            isDeparted={departedIds.has(item.id)}
            isTicked={isSelected(ticks.selection, item.id)}
            need={needOf(item.id)}
            pending={acting.pending?.id === item.id ? acting.pending : undefined}
            now={now}
            canAct={canAct}
            isWhy={isWhy}
            on={on}
          />
        ))}
      </tbody>
    </table>
  )
}

interface HeadProps {
  isWhy: boolean
  hasSteps: boolean
  isOldestFirst: boolean
  onSort: () => void
  isPageTicked: boolean
  onTogglePage: (isTicked: boolean) => void
}

function InboxTableHead({ isWhy, hasSteps, isOldestFirst, onSort, isPageTicked, onTogglePage }: HeadProps) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className={classes.tick}>
          <Tick label={t('inbox.table.selectPage')} isTicked={isPageTicked} onTick={onTogglePage} />
        </th>
        <th className={classes.status} data-why={isWhy || undefined}>
          {t(isWhy ? 'inbox.table.why' : 'inbox.table.status')}
        </th>
        <ReceivedHead
          className={classes.received}
          label={t('inbox.table.received')}
          isOldestFirst={isOldestFirst}
          onSort={onSort}
        />
        <th className={classes.court}>{t('inbox.table.court')}</th>
        <th className={classes.case}>{t('inbox.table.case')}</th>
        <th className={classes.docs}>{t('inbox.table.docs')}</th>
        <th className={classes.step} data-bare={!hasSteps || undefined}>
          {t('inbox.table.step')}
        </th>
      </tr>
    </thead>
  )
}
