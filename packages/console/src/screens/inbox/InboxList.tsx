import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { Button } from '@mantine/core'
import { memo, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { List } from '../../resource/list/List.tsx'
import { rowSelectionOf } from '../../resource/list/row-selection.ts'
import { type ListRows, useList } from '../../resource/list/use-list.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { InSlices } from '../../ui/InSlices.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { lazy } from '../../ui/lazy.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useLate } from '../../ui/use-late.ts'
import { InboxFilters } from './InboxFilters.tsx'
import { InboxFoot } from './InboxFoot.tsx'
import { InboxTable } from './InboxTable.tsx'
import { InboxTabs } from './InboxTabs.tsx'
import { besideTab, inboxQuery, tabOf, withTab } from './inbox-search.ts'
import { LiveState } from './LiveState.tsx'
import type { RowItem } from './row-lines.ts'
import { NoNoticesYet } from './ToAddresses.tsx'
import { useFold, useInboxCounts } from './use-inbox-counts.ts'
import type { InboxPlace } from './use-inbox-place.ts'
import type { ItemActing } from './use-item-actions.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useNextInAdvance } from './use-next-in-advance.ts'
import { useOpenRow } from './use-open-row.ts'
import { type OpenDialog, useRowKeys } from './use-row-keys.ts'
import type { TriageFlow } from './use-triage-flow.ts'

const loadCancelQuestion = () => import('./CancelQuestion.tsx')
const BulkActDialog = lazy(() => import('./BulkActDialog.tsx'))
const FixDialog = lazy(() => import('./item/FixDialog.tsx'))
const InboxKeySheet = lazy(() => import('./InboxKeySheet.tsx'))

export interface InboxListProps {
  place: InboxPlace
  acting: ItemActing
  flow: TriageFlow
  onCreateCase: (id: string) => void
}

/** Shows the live list and its filters, operated by keyboard. */
export function InboxList({ place, acting, flow, onCreateCase }: InboxListProps) {
  const { t } = useTranslation()
  const { table } = place
  const root = useRef<HTMLElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const [asked, ask] = useState<OpenDialog>()
  const fold = useFold()
  const narrow = (query: SearchQuery) => inboxQuery(query, fold)
  const { leavingIds } = flow
  const list = useList<RowItem>({ resource: inboxItem, table, narrow, cameBy: 'receivedAt', sameBy: fold, leavingIds })
  const opened = useOpenRow(list.rows, place.openId)
  useNextInAdvance(list.rows, opened)
  const { openRowId } = opened
  const { goTo, ...rowKeys } = useRowKeys({ place, ...opened, acting, flow, list, asked, ask, root, searchRef })
  const { rows, answeredAt, settle, scroller } = list
  // On every rendering: whatever acts next starts from what is shown now.
  useLayoutEffect(() => {
    const leave = (ids: readonly string[]) => {
      list.ticks.drop(ids)
      if (asked && 'id' in asked && ids.includes(asked.id)) ask(undefined)
    }
    const { filters } = list.query
    const cursorId = rowKeys.activeId
    flow.report({ rows, filters, openRowId, cursorId, answeredAt, goTo, settle, leave, root: () => root.current })
  })
  useKeptFocus(() => {
    const [first] = rows
    const id = rows.some((row) => row.id === rowKeys.activeId) ? rowKeys.activeId : first?.id
    return (id && scroller.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)) || root.current
  })
  return (
    <List
      list={list}
      label={t('inbox.title')}
      ref={root}
      texts="inbox.waiting"
      head={<InboxHead table={table} searchRef={searchRef} />}
      foot={
        <>
          <InboxFoot list={list} table={table} canAct={rowKeys.canAct} ask={ask} />
          <Questions {...{ asked, ask, place, acting, flow, onCreateCase }} onClear={list.ticks.clear} />
        </>
      }
    >
      {list.rows.length > 0 ? (
        <InSlices waiting={<LoadingRows count={10} />}>
          <InboxTable
            list={list}
            table={table}
            openId={openRowId}
            onOpen={place.open}
            onFix={(id, part) => ask({ kind: 'fix', id, part })}
            onCreateCase={onCreateCase}
            acting={acting}
            isWhy={tabOf(table.state.filters) === 'action'}
            {...rowKeys}
          />
        </InSlices>
      ) : (
        <NoRows list={list} table={table} />
      )}
    </List>
  )
}

interface InboxHeadProps {
  table: InboxPlace['table']
  searchRef: RefObject<HTMLInputElement | null>
}

/** Rendered again only when the table's state changes, not for each row selected or moved to. */
const InboxHead = memo(DrawnHead)

function DrawnHead({ table, searchRef }: InboxHeadProps) {
  const { t } = useTranslation()
  const counts = useInboxCounts()
  const { filters } = table.state
  return (
    <>
      <PageHeader title={t('inbox.title')} aside={<LiveState lastAt={counts?.latest_received_at} />}>
        <InboxTabs
          tab={tabOf(filters)}
          counts={counts}
          onChange={(tab) => table.change(({ filters: now }) => ({ filters: withTab(now, tab) }))}
        />
      </PageHeader>
      <InboxFilters table={table} searchRef={searchRef} />
    </>
  )
}

interface NoRowsProps {
  list: ListRows
  table: InboxPlace['table']
}

/** Shows why there are no rows: loading, failed to load, none yet, or no match. */
function NoRows({ list, table }: NoRowsProps) {
  const { t } = useTranslation()
  const { freeText, filters, page, view } = table.state
  if (list.error && !list.data) return <ErrorState error={list.error} retry={list.retry} />
  if (!list.data) return <LoadingRows count={10} />
  const isNarrowed = freeText !== '' || besideTab(filters).length > 0 || view !== 'all' || page > 0
  if (isNarrowed) {
    const action = (
      <>
        <Button variant="default" onClick={() => table.change({ freeText: '', filters: [], view: 'all' })}>
          {t('inbox.filter.clear')}
        </Button>
        {tabOf(filters) !== 'archived' && (
          <Button
            variant="subtle"
            onClick={() => table.change(({ filters: now }) => ({ filters: withTab(now, 'archived') }))}
          >
            {t('inbox.filter.archived')}
          </Button>
        )}
      </>
    )
    return <EmptyState title={t('inbox.empty.noResults')} text={t('inbox.empty.noResultsText')} action={action} />
  }
  if (tabOf(filters) !== 'all') return <EmptyState title={t('inbox.empty.tab')} text={t('inbox.empty.tabText')} />
  return <NoNoticesYet />
}

interface QuestionsProps extends InboxListProps {
  asked: OpenDialog | undefined
  ask: (asked: OpenDialog | undefined) => void
  onClear: () => void
}

function Questions({ asked, ask, place, acting, flow, onCreateCase, onClear }: QuestionsProps) {
  const close = () => ask(undefined)
  const canceling = asked?.kind === 'cancel' ? asked.id : undefined
  const { Late: CancelQuestion } = useLate(loadCancelQuestion, canceling !== undefined)
  return (
    <>
      {CancelQuestion && <CancelQuestion id={canceling} acting={acting} onClose={close} />}
      <Suspense>
        {asked?.kind === 'fix' && (
          <FixDialog
            key={asked.id}
            id={asked.id}
            part={asked.part}
            acting={acting}
            onCreateCase={() => {
              close()
              onCreateCase(asked.id)
            }}
            onOpen={() => {
              close()
              place.open(asked.id)
            }}
            onClose={close}
          />
        )}
        {asked?.kind === 'bulk' && (
          <BulkActDialog
            act={asked.act}
            selection={rowSelectionOf(asked.selection)}
            flow={flow}
            onClose={close}
            onClear={onClear}
          />
        )}
        {asked?.kind === 'keys' && <InboxKeySheet onClose={close} />}
      </Suspense>
    </>
  )
}
