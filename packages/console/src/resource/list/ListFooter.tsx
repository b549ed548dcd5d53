import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format-number.ts'
import { formatTotal, type Total } from '../../ui/format-total.ts'
import { useLatest } from '../../ui/use-latest.ts'
import classes from '../list.module.css'
import { pageSizes } from '../table-state.ts'
import type { useTableState } from '../use-table-state.ts'

interface PageProps {
  table: ReturnType<typeof useTableState>
  list: { rows: readonly unknown[]; total: Total }
}

interface ListFooterProps extends PageProps {
  /** Its `data` is undefined while it isn't known what there is. */
  list: PageProps['list'] & { data: unknown }
  /** Whether the number of rows per page can be chosen. */
  hasSizes?: boolean
  /** The selection, or the keyboard shortcuts. */
  children: ReactNode
}

/** Shows the page's position in the whole, and how to change it. */
export function ListFooter({ table, list, hasSizes, children }: ListFooterProps) {
  const { t } = useTranslation()
  const { page, turn } = usePaging(table)
  return (
    <footer className={classes.footer}>
      <span className="num" role="status">
        {list.rows.length > 0 && <PageRange table={table} list={list} page={page} />}
        {list.rows.length === 0 && list.data !== undefined && t('list.none')}
      </span>
      {children}
      <div className={classes.paging}>
        {hasSizes && <PageSizes table={table} />}
        <PageButtons table={table} list={list} page={page} turn={turn} />
      </div>
    </footer>
  )
}

interface PagingProps extends PageProps {
  /** Counts from 0. */
  page: number
}

/** Shows the page's rows: `51 to 100 of 1,204`. */
export function PageRange({ table, list: { rows, total }, page }: PagingProps) {
  const { t } = useTranslation()
  const from = page * table.state.size + 1
  const to = from + rows.length - 1
  return <>{t('list.range', { from: formatNumber(from), to: formatNumber(to), total: formatTotal(total) })}</>
}

export function PageButtons({ table, list: { total }, page, turn }: PagingProps & { turn: (step: 1 | -1) => void }) {
  const { t } = useTranslation()
  const isLast = !total.isAtLeast && (page + 1) * table.state.size >= total.total
  return (
    <>
      <ActionIcon variant="default" aria-label={t('list.previous')} disabled={page === 0} onClick={() => turn(-1)}>
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t('list.next')} disabled={isLast} onClick={() => turn(1)}>
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}

function PageSizes({ table }: Pick<PageProps, 'table'>) {
  const { t } = useTranslation()
  return (
    <label className={classes.pageSize}>
      <span>{t('list.pageSize')}</span>
      <select
        aria-label={t('list.pageSize')}
        value={table.state.size}
        onChange={(event) => table.change({ size: Number(event.currentTarget.value) })}
      >
        {pageSizes.map((known) => (
          <option key={known}>{known}</option>
        ))}
      </select>
    </label>
  )
}

/**
 * Returns the current or requested page: the footer responds immediately to a click, and the rows are rendered after
 * that.
 */
export function usePaging({ state, change }: ReturnType<typeof useTableState>) {
  const [wanted, setWanted] = useState<number>()
  const latest = useLatest({ change })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new state replaces the requested page
  useEffect(() => setWanted(undefined), [state])
  const page = wanted ?? state.page
  const turn = (step: 1 | -1) => {
    setWanted(page + step)
    afterPaint(() => latest.change({ page: page + step }))
  }
  return { page, turn }
}

/** Runs heavy work after the browser has painted, so that a click responds immediately. */
function afterPaint(run: () => void): void {
  // A hidden tab doesn't paint.
  if (document.hidden) return void setTimeout(run)
  requestAnimationFrame(() => setTimeout(run))
}
