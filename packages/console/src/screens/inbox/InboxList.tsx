import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewRowsBar } from '../../resource/live/NewRowsBar.tsx'
import { useHeld } from '../../resource/live/use-held.ts'
import { countOf as countSelected, rowSelectionOf } from '../../resource/row-selection.ts'
import { queryOf } from '../../resource/table-state.ts'
import { useSelection } from '../../resource/use-selection.ts'
import { countRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { formatTotal } from '../../ui/format-total.ts'
import { InSlices } from '../../ui/InSlices.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useLate } from '../../ui/use-late.ts'
import { copyIds } from './bulk-act.ts'
import { InboxBulkBar } from './InboxBulkBar.tsx'
import { InboxFilters } from './InboxFilters.tsx'
import { InboxFooter } from './InboxFooter.tsx'
import classes from './InboxScreen.module.css'
import { InboxTable } from './InboxTable.tsx'
import { InboxTabs } from './InboxTabs.tsx'
import { inboxQuery, tabOf, withTab } from './inbox-search.ts'
import { LiveState } from './LiveState.tsx'
import { NoRows } from './NoRows.tsx'
import { useInboxCounts, useInboxList } from './use-inbox-list.ts'
import type { InboxPlace } from './use-inbox-place.ts'
import type { ItemActing } from './use-item-actions.ts'
import type { Asked } from './use-row-keys.ts'
import { useRowKeys } from './use-row-keys.ts'

const loadCancelQuestion = () => import('./CancelQuestion.tsx')
const BulkActDialog = lazy(() => import('./BulkActDialog.tsx'))
const FixDialog = lazy(() => import('./item/FixDialog.tsx'))
const InboxKeySheet = lazy(() => import('./InboxKeySheet.tsx'))

export interface InboxListProps {
  place: InboxPlace
  acting: ItemActing
  onCreateCase: (id: string) => void
}

/** The list with what narrows it down; live, and worked by keyboard. */
export function InboxList({ place, acting, onCreateCase }: InboxListProps) {
  const { t } = useTranslation()
  const { table } = place
  const { state } = table
  const root = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const [asked, ask] = useState<Asked>()
  const { isHeld, handlers } = useHeld()
  const query = inboxQuery(queryOf(state, { resource: inboxItem, role: useRole() }))
  const list = useInboxList(query, { isHeld, isAwaiting: table.isAwaiting })
  const counts = useInboxCounts()
  const { filters, freeText } = query
  const ticks = useSelection(
    JSON.stringify({ filters, freeText }),
    list.rows.map(({ id }) => id),
  )
  const rowKeys = useRowKeys({ place, acting, list, ticks, ask, root, searchRef })
  const showNew = () => {
    list.release()
    scroller.current?.scrollTo({ top: 0 })
  }
  const selectMatching = async () => {
    const { total, isAtLeast } = list.total
    ticks.selectMatching({ filters, freeText }, isAtLeast ? await countRows(inboxItem, { filters, freeText }) : total)
  }
  const isOldestFirst = state.sort[0]?.isDescending === false
  const isAllOnPage = list.total.total <= list.rows.length
  return (
    <section ref={root} className={classes.list} aria-label={t('inbox.title')}>
      <PageHeader title={t('inbox.title')} aside={<LiveState lastAt={counts?.latest_received_at} />}>
        <InboxTabs
          tab={tabOf(state.filters)}
          counts={counts}
          onChange={(tab) => table.change({ filters: withTab(state.filters, tab) })}
        />
      </PageHeader>
      <InboxFilters table={table} searchRef={searchRef} />
      <div className={classes.body} {...handlers}>
        <div ref={scroller} className={classes.rows} data-stale={list.isStale || undefined}>
          {list.rows.length > 0 ? (
            <InSlices waiting={<LoadingRows count={10} />}>
              <InboxTable
                rows={list.rows}
                departedIds={list.departedIds}
                total={list.total}
                offset={state.page * state.size}
                isOldestFirst={isOldestFirst}
                onSort={() => table.change({ sort: [{ field: 'receivedAt', isDescending: isOldestFirst }] })}
                openId={place.openId}
                onOpen={place.open}
                onFix={(id) => ask({ kind: 'fix', id })}
                acting={acting}
                ticks={ticks}
                {...rowKeys}
              />
            </InSlices>
          ) : (
            <NoRows list={list} table={table} />
          )}
        </div>
        <NewRowsBar {...list} texts="inbox.waiting" onShow={showNew} />
      </div>
      {countSelected(ticks.selection) > 0 ? (
        <InboxBulkBar
          selection={ticks.selection}
          matching={
            ticks.selection.kind === 'all' || isAllOnPage
              ? undefined
              : { total: formatTotal(list.total), onSelect: () => void selectMatching() }
          }
          canAct={rowKeys.canAct}
          onAct={(act) => ask({ kind: 'bulk', act, selection: ticks.selection })}
          onCopyIds={() => void copyIds(rowSelectionOf(ticks.selection))}
          onClear={ticks.clear}
        />
      ) : (
        <InboxFooter
          page={state.page + 1}
          pageSize={state.size}
          total={list.total}
          onPage={(page) => table.change({ page: page - 1 })}
          onKeys={() => ask({ kind: 'keys' })}
        />
      )}
      <Questions {...{ asked, ask, place, acting, onCreateCase }} onClear={ticks.clear} />
    </section>
  )
}

interface QuestionsProps extends InboxListProps {
  asked: Asked | undefined
  ask: (asked: Asked | undefined) => void
  onClear: () => void
}

function Questions({ asked, ask, place, acting, onCreateCase, onClear }: QuestionsProps) {
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
            onClose={close}
            onClear={onClear}
          />
        )}
        {asked?.kind === 'keys' && <InboxKeySheet onClose={close} />}
      </Suspense>
    </>
  )
}
