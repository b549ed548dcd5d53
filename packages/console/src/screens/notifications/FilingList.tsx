import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChips } from '../../resource/FilterChips.tsx'
import { Failure, Nothing, Waiting } from '../../resource/ListState.tsx'
import { SearchBox } from '../../resource/ListTools.tsx'
import { resourceLabel } from '../../resource/labels.ts'
import list from '../../resource/list.module.css'
import { NewRowsBar } from '../../resource/live/NewRowsBar.tsx'
import { useHeld } from '../../resource/live/use-held.ts'
import { nothingSelected } from '../../resource/row-selection.ts'
import { useTableLayout } from '../../resource/use-table-layout.ts'
import type { useTableState } from '../../resource/use-table-state.ts'
import { ViewMenu } from '../../resource/views/ViewMenu.tsx'
import { TransferMenu } from '../../transfer/TransferMenu.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatTotal } from '../../ui/format-total.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { LiveState } from '../inbox/LiveState.tsx'
import '../../resource/text.ts'
import '../inbox/text.ts'
import { FilingFooter } from './FilingFooter.tsx'
import { FilingTable } from './FilingTable.tsx'
import classes from './notifications.module.css'
import { quickNames, quickOf, withQuick } from './quick-filter.ts'
import { useFilingKeys } from './use-filing-keys.ts'
import { useFilings } from './use-filings.ts'

const ResendDialog = lazy(() => import('./ResendDialog.tsx'))

/** The filings with what narrows them down; live, holding still under the pointer, and worked by keyboard. */
export function FilingList({ table }: { table: ReturnType<typeof useTableState> }) {
  const { isHeld, handlers } = useHeld()
  const filings = useFilings(table, { isHeld })
  const { query, data } = filings
  const [sendingId, setSendingId] = useState<string>()
  const search = useRef<HTMLInputElement>(null)
  const arrangement = useTableLayout(envelope, table.view)
  const { rows } = filings.held
  const keys = useFilingKeys({ rows, table, onSend: setSendingId, search })
  return (
    <section className={classes.list} aria-label={resourceLabel(envelope, 'many')}>
      <PageHeader
        title={resourceLabel(envelope, 'many')}
        aside={
          <>
            {data && <span className="num">{formatTotal(data)}</span>} <LiveState lastAt={rows[0]?.createdAt} />
          </>
        }
        actions={
          <TransferMenu
            resource={envelope}
            query={query}
            columns={arrangement.layout.columns}
            total={data ?? { total: 0, isAtLeast: false }}
            selection={nothingSelected}
          />
        }
      />
      <div className={list.tools}>
        <ViewMenu resource={envelope} table={table} arrangement={arrangement} />
        <SearchBox resource={envelope} table={table} searchRef={search} />
        <QuickFilters table={table} />
        <FilterChips resource={envelope} table={table} />
      </div>
      <FilingRows filings={filings} table={table} keys={keys} handlers={handlers} />
      <FilingFooter table={table} shownCount={rows.length} total={data ?? { total: 0, isAtLeast: false }} />
      {sendingId && (
        <Suspense>
          <ResendDialog key={sendingId} id={sendingId} onClose={() => setSendingId(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

interface FilingRowsProps {
  filings: ReturnType<typeof useFilings>
  table: ReturnType<typeof useTableState>
  keys: ReturnType<typeof useFilingKeys>
  handlers: ReturnType<typeof useHeld>['handlers']
}

/** The rows, or why there are none; and over them what came while they held still. */
function FilingRows({ filings, table, keys, handlers }: FilingRowsProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { data, held, summaries, error, isStale } = filings
  const retry = () => void filings.retry()
  const isBlank = !table.state.freeText && table.state.filters.length === 0 && table.state.page === 0
  const isEmpty = data && !error && held.rows.length === 0
  const showNew = () => {
    filings.release()
    scroller.current?.scrollTo({ top: 0 })
  }
  return (
    // The offer stands within: a list that no longer held still would take its button away from under the pointer.
    <div className={classes.body} {...handlers}>
      <div ref={scroller} className={classes.rows} aria-busy={isStale} data-stale={isStale || undefined}>
        {!data && !error && <Waiting retry={retry} />}
        {error && <Failure error={error} resource={envelope} table={table} retry={retry} />}
        {isEmpty && isBlank && <EmptyState title={t('told.empty.title')} text={t('told.empty.text')} />}
        {isEmpty && !isBlank && <Nothing resource={envelope} table={table} canCreate={false} />}
        {held.rows.length > 0 && !error && (
          <FilingTable
            rows={held.rows}
            summaries={summaries}
            table={table}
            activeId={keys.activeId}
            onActive={keys.setActiveId}
          />
        )}
      </div>
      <NewRowsBar {...held} texts="table.waiting" onShow={showNew} />
    </div>
  )
}

/** Whether somebody was told, and whether anybody opened what the mail led to. */
function QuickFilters({ table }: { table: ReturnType<typeof useTableState> }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      className={classes.quick}
      aria-label={t('told.quick.label')}
      data={quickNames.map((name) => ({ value: name, label: t(`told.quick.${name}`) }))}
      value={quickOf(table.state.filters) ?? ''}
      onChange={(value) => {
        const name = quickNames.find((known) => known === value)
        if (name) table.change({ filters: withQuick(table.state.filters, name) })
      }}
    />
  )
}
