import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '../ui/notices.ts'
import classes from './list.module.css'
import { pageSizes } from './table-state.ts'
import type { useTableState } from './use-table-state.ts'

interface ListFooterProps {
  shownCount: number
  total: number
  table: ReturnType<typeof useTableState>
  selected: ReadonlySet<string>
  onClearSelection: () => void
  onKeys: () => void
}

/** Where in the whole the page stands, how to turn it, and what is selected. */
export function ListFooter({ shownCount, total, table, selected, onClearSelection, onKeys }: ListFooterProps) {
  const { t } = useTranslation()
  const { page, size } = table.state
  const from = page * size + 1
  const number = (value: number) => value.toLocaleString('en-US')
  const range = { from: number(from), to: number(from + shownCount - 1), total: number(total) }
  return (
    <footer className={classes.footer}>
      <span className="num" role="status">
        {shownCount > 0 ? t('list.range', range) : t('list.none')}
      </span>
      {selected.size > 0 ? (
        <Selection selected={selected} onClear={onClearSelection} />
      ) : (
        <button type="button" className={classes.keyHint} onClick={onKeys}>
          {t('list.keys')}
        </button>
      )}
      <div className={classes.paging}>
        <label className={classes.pageSize}>
          <span>{t('list.pageSize')}</span>
          <select value={size} onChange={(event) => table.change({ size: Number(event.currentTarget.value) })}>
            {pageSizes.map((known) => (
              <option key={known}>{known}</option>
            ))}
          </select>
        </label>
        <ActionIcon
          variant="default"
          aria-label={t('list.previous')}
          disabled={page === 0}
          onClick={() => table.change({ page: page - 1 })}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('list.next')}
          disabled={(page + 1) * size >= total}
          onClick={() => table.change({ page: page + 1 })}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </div>
    </footer>
  )
}

function Selection({ selected, onClear }: { selected: ReadonlySet<string>; onClear: () => void }) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText([...selected].join('\n'))
    notify({ color: 'success', text: t('list.copied', { count: selected.size }) })
  }
  return (
    <span className={classes.selection}>
      <b>{t('list.selected', { count: selected.size })}</b>
      <Button size="compact-xs" variant="default" onClick={() => void copy()}>
        {t('list.copyIds')}
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={onClear}>
        {t('list.clearSelection')}
      </Button>
    </span>
  )
}
