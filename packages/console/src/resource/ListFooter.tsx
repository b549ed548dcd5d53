import type { Resource } from '@courtcrier/contract/resource.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countRows } from '../session/api.ts'
import { useRole } from '../session/session-store.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { formatNumber } from '../ui/format-number.ts'
import { formatTotal, type Total } from '../ui/format-total.ts'
import { notify } from '../ui/notices.ts'
import { useLatest } from '../ui/use-latest.ts'
import classes from './list.module.css'
import { countOf } from './row-selection.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { pageSizes, queryOf } from './table-state.ts'
import type { TableSelection } from './use-selection.ts'
import type { useTableState } from './use-table-state.ts'

interface ListFooterProps {
  resource: Resource
  shownCount: number
  total: Total
  table: ReturnType<typeof useTableState>
  ticks: TableSelection
  /** Whether all rows of the page are ticked. */
  isPageTicked: boolean
  onKeys: () => void
}

/** Where in the whole the page stands, how to turn it, and what is selected. */
export function ListFooter({ resource, shownCount, total, table, ticks, isPageTicked, onKeys }: ListFooterProps) {
  const { t } = useTranslation()
  const role = useRole()
  const { size } = table.state
  const { page, turn } = usePaging(table)
  const from = page * size + 1
  const number = formatNumber
  const canSelectMore = ticks.selection.kind === 'ids' && isPageTicked && total.total > countOf(ticks.selection)
  const selectMatching = async () => {
    const query = queryOf(table.state, { resource, role })
    try {
      // What is done to all that match is only done to as many as were counted.
      ticks.selectMatching(query, total.isAtLeast ? await countRows(resource, query) : total.total)
    } catch (error) {
      notify({ color: 'error', text: error instanceof Error ? error.message : undefined })
    }
  }
  const range = { from: number(from), to: number(from + shownCount - 1), total: formatTotal(total) }
  return (
    <footer className={classes.footer}>
      <span className="num" role="status">
        {shownCount > 0 ? t('list.range', range) : t('list.none')}
      </span>
      {countOf(ticks.selection) > 0 ? (
        <SelectionBar
          resource={resource}
          selection={ticks.selection}
          matching={canSelectMore ? { total: formatTotal(total), onSelect: () => void selectMatching() } : undefined}
          onClear={ticks.clear}
        />
      ) : (
        <button type="button" className={classes.keyHint} onClick={onKeys}>
          {t('list.keys')}
        </button>
      )}
      <div className={classes.paging}>
        <label className={classes.pageSize}>
          <span>{t('list.pageSize')}</span>
          <select
            aria-label={t('list.pageSize')}
            value={size}
            onChange={(event) => table.change({ size: Number(event.currentTarget.value) })}
          >
            {pageSizes.map((known) => (
              <option key={known}>{known}</option>
            ))}
          </select>
        </label>
        <ActionIcon variant="default" aria-label={t('list.previous')} disabled={page === 0} onClick={() => turn(-1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('list.next')}
          disabled={!total.isAtLeast && (page + 1) * size >= total.total}
          onClick={() => turn(1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </div>
    </footer>
  )
}

/** The page that is shown or about to be: the footer says at once where a press leads, and the rows are drawn after that. */
function usePaging({ state, change }: ReturnType<typeof useTableState>) {
  const [wanted, setWanted] = useState<number>()
  const latest = useLatest({ change })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is shown now, it is there
  useEffect(() => setWanted(undefined), [state])
  const page = wanted ?? state.page
  const turn = (step: 1 | -1) => {
    setWanted(page + step)
    afterPaint(() => latest.change({ page: page + step }))
  }
  return { page, turn }
}
