import { mostSelected } from '@courtcrier/contract/selection.ts'
import type { BulkAct } from '@courtcrier/contract/triage.ts'
import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { PageButtons, PageRange, usePaging } from '../../resource/list/ListFooter.tsx'
import { countOf, rowSelectionOf, type Selection } from '../../resource/list/row-selection.ts'
import type { ListRows } from '../../resource/list/use-list.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { formatTotal } from '../../ui/format-total.ts'
import { LatePopup } from '../../ui/LatePopup.tsx'
import { copyIds } from './bulk-act.ts'
import classes from './InboxFoot.module.css'
import type { RowItem } from './row-lines.ts'
import type { InboxPlace } from './use-inbox-place.ts'
import type { OpenDialog } from './use-row-keys.ts'

const loadActs = () => import('./BulkActList.tsx')

interface InboxFootProps {
  list: ListRows<RowItem>
  table: InboxPlace['table']
  canAct: boolean
  ask: (asked: OpenDialog) => void
}

/**
 * Shows the actions on the selection, or the position in the list if nothing is selected. Not rendered again when only
 * the cursor moves.
 */
export const InboxFoot = memo(DrawnFoot, (before, { list, table, canAct, ask }) => {
  const { ticks, total, rows } = before.list
  const isSameList = ticks.selection === list.ticks.selection && total === list.total && rows === list.rows
  return isSameList && table === before.table && canAct === before.canAct && ask === before.ask
})

function DrawnFoot({ list, table, canAct, ask }: InboxFootProps) {
  const { ticks, total, rows } = list
  const { selection } = ticks
  if (countOf(selection) === 0) return <PageFoot table={table} list={list} onKeys={() => ask({ kind: 'keys' })} />
  const isWhole = selection.kind === 'all' || total.total <= rows.length
  return (
    <BulkBar
      selection={selection}
      matching={isWhole ? undefined : { total: formatTotal(total), onSelect: () => void list.selectMatching() }}
      canAct={canAct}
      onAct={(act) => ask({ kind: 'bulk', act, selection })}
      onCopyIds={() => void copyIds(rowSelectionOf(selection))}
      onClear={ticks.clear}
    />
  )
}

interface PageFootProps {
  table: InboxPlace['table']
  list: ListRows
  onKeys: () => void
}

/** Shows the position in the list, the adjacent pages, and the keyboard shortcuts. */
function PageFoot({ table, list, onKeys }: PageFootProps) {
  const { t } = useTranslation()
  const { page, turn } = usePaging(table)
  return (
    <footer className={classes.footer}>
      {list.rows.length > 0 && (
        <span className="num">
          <PageRange table={table} list={list} page={page} />
        </span>
      )}
      {list.total.total > table.state.size && (
        <span className={classes.pages}>
          <PageButtons table={table} list={list} page={page} turn={turn} />
        </span>
      )}
      <button type="button" className={classes.keys} onClick={onKeys}>
        {t('inbox.keys.hint')}
      </button>
    </footer>
  )
}

interface BulkBarProps {
  selection: Selection
  /** How many match the search, and how to select them; absent when the page shows all of them. */
  matching?: { total: string; onSelect: () => void }
  canAct: boolean
  onAct: (act: BulkAct) => void
  onCopyIds: () => void
  onClear: () => void
}

const offered: readonly BulkAct[] = ['archive', 'requeue', 'manual']

/** Shows the number of selected items and the actions on them. It replaces the footer, so that no row moves. */
function BulkBar({ selection, matching, canAct, onAct, onCopyIds, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  const count = countOf(selection)
  const isTooMany = count > mostSelected
  const button = (act: BulkAct) => (
    <Button key={act} size="compact-sm" variant="default" disabled={isTooMany} onClick={() => onAct(act)}>
      {t(`inbox.bulk.${act}.verb`)}
    </Button>
  )
  return (
    <section className={classes.bar} aria-label={t('inbox.bulk.label')}>
      <b role="status">{t('list.selected', { count, formatted: formatNumber(count) })}</b>
      {matching && (
        <Button size="compact-sm" variant="light" onClick={matching.onSelect}>
          {t('table.selectMatching', { total: matching.total })}
        </Button>
      )}
      {canAct && offered.map(button)}
      <LatePopup
        kind="menu"
        load={loadActs}
        props={{ isTooMany, canAct, onAct, onCopyIds }}
        target={(target) => (
          <Button {...target} size="compact-sm" variant="default" rightSection={<IconDots size={15} aria-hidden />}>
            {t('inbox.bulk.more')}
          </Button>
        )}
      />
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('list.clearSelection')}
      </Button>
      {isTooMany && <span>{t('table.tooMany', { most: formatNumber(mostSelected) })}</span>}
    </section>
  )
}
