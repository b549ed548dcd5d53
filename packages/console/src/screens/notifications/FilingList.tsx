import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { SegmentedControl } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceLabel } from '../../i18n/labels.ts'
import { FilterChips } from '../../resource/FilterChips.tsx'
import { SearchBox } from '../../resource/ListTools.tsx'
import { List } from '../../resource/list/List.tsx'
import { ListFooter } from '../../resource/list/ListFooter.tsx'
import { Failure, Nothing, Waiting } from '../../resource/list/ListState.tsx'
import { nothingSelected } from '../../resource/list/row-selection.ts'
import { useCursor } from '../../resource/list/use-cursor.ts'
import { type ListRows, useList } from '../../resource/list/use-list.ts'
import { useListKeys, useListTools } from '../../resource/list/use-list-keys.ts'
import tools from '../../resource/list.module.css'
import { TransferMenu } from '../../resource/transfer/TransferMenu.tsx'
import { useTableLayout } from '../../resource/use-table-layout.ts'
import type { useTableState } from '../../resource/use-table-state.ts'
import { ViewMenu } from '../../resource/views/ViewMenu.tsx'
import { useRole } from '../../session/session-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatTotal } from '../../ui/format-total.ts'
import { lazy } from '../../ui/lazy.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { LiveState } from '../inbox/LiveState.tsx'
import '../../resource/text.ts'
import '../inbox/text.ts'
import { type FilingRow, FilingTable } from './FilingTable.tsx'
import classes from './notifications.module.css'
import { quickKey, quickNames, quickOf, withQuick } from './quick-filter.ts'
import { useMayResend } from './use-resend.ts'

const ResendDialog = lazy(() => import('./ResendDialog.tsx'))

interface FilingListProps {
  table: ReturnType<typeof useTableState>
}

/** Shows the live list of filings and its filters, holding still under the pointer, and operated by keyboard. */
export function FilingList({ table }: FilingListProps) {
  const { t } = useTranslation()
  const list = useList<FilingRow>({ resource: envelope, table })
  const { data, rows } = list
  const [sendingId, setSendingId] = useState<string>()
  const arrangement = useTableLayout(envelope, table.view)
  const reached = useListTools()
  const cursor = useFilingKeys({ list, table, reached, onSend: setSendingId })
  const head = (
    <>
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
            query={list.query}
            columns={arrangement.layout.columns}
            total={list.total}
            selection={nothingSelected}
          />
        }
      />
      <div className={`${tools.tools} ${classes.tools}`}>
        <ViewMenu resource={envelope} table={table} arrangement={arrangement} />
        <SearchBox resource={envelope} table={table} searchRef={reached.search} />
        <QuickFilters table={table} />
        <FilterChips menu={reached.filters} resource={envelope} table={table} />
      </div>
    </>
  )
  const foot = (
    <>
      <ListFooter table={table} list={list}>
        <span className={tools.keyHint}>{t('told.keys')}</span>
      </ListFooter>
      {sendingId && (
        <Suspense>
          <ResendDialog key={sendingId} id={sendingId} onClose={() => setSendingId(undefined)} />
        </Suspense>
      )}
    </>
  )
  return (
    <List list={list} label={resourceLabel(envelope, 'many')} head={head} foot={foot}>
      {rows.length > 0 && !list.error ? (
        <FilingTable rows={rows} table={table} activeId={cursor.id} onActive={cursor.set} />
      ) : (
        <NoFilings list={list} table={table} />
      )}
    </List>
  )
}

/** Shows why there are none: loading, failed to load, none yet, or no match. */
function NoFilings({ list, table }: FilingListProps & { list: ListRows<FilingRow> }) {
  const { t } = useTranslation()
  const { freeText, filters, view, page } = table.state
  if (list.error) return <Failure error={list.error} resource={envelope} table={table} retry={list.retry} />
  if (!list.data) return <Waiting retry={list.retry} />
  const isBlank = !freeText && filters.length === 0 && view === 'all' && page === 0
  if (isBlank) return <EmptyState title={t('told.empty.title')} text={t('told.empty.text')} />
  return <Nothing resource={envelope} table={table} canCreate={false} />
}

interface FilingKeysOptions extends FilingListProps {
  list: ListRows<FilingRow>
  reached: ReturnType<typeof useListTools>
  onSend: (id: string) => void
}

/** Manages the row with the keyboard cursor, and what the keys do with it. */
function useFilingKeys({ list, table, reached, onSend }: FilingKeysOptions) {
  const mayResend = useMayResend()
  const { openId } = table
  const ids = list.rows.map(({ id }) => id)
  const cursor = useCursor({ ids, scroller: list.scroller, openId, onOpen: table.open })
  const go = (step: 1 | -1) => () => {
    cursor.move(step)
  }
  const leave = () => openId && table.open(undefined)
  useListKeys({
    j: go(1),
    k: go(-1),
    ArrowDown: go(1),
    ArrowUp: go(-1),
    Escape: leave,
    s: () => cursor.id && mayResend && onSend(cursor.id),
    '/': () => reached.search.current?.focus(),
    f: () => reached.filters.current?.open(),
  })
  return cursor
}

/** Shows the quick filters of every table, and those by whether people were notified and opened a link. */
function QuickFilters({ table }: FilingListProps) {
  const { t } = useTranslation()
  const names = quickNames(useRole())
  return (
    <SegmentedControl
      className={classes.quick}
      aria-label={t('list.views')}
      data={names.map((name) => ({ value: name, label: t(quickKey(name)) }))}
      value={quickOf(table.state) ?? ''}
      onChange={(name) => table.change((now) => withQuick(now, name))}
    />
  )
}
