import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFirm } from '../../session/firm.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CancelQuestion } from './CancelQuestion.tsx'
import { InboxFilters } from './InboxFilters.tsx'
import { InboxFooter } from './InboxFooter.tsx'
import classes from './InboxScreen.module.css'
import { InboxTable } from './InboxTable.tsx'
import { InboxTabs } from './InboxTabs.tsx'
import { isNarrowed, pageSize } from './inbox-search.ts'
import { type ItemAction, likelyActions } from './item-actions.ts'
import { LiveState } from './LiveState.tsx'
import { NewRowsBar } from './NewRowsBar.tsx'
import { useHeld } from './use-held.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useInboxCounts, useInboxList } from './use-inbox-list.ts'
import type { InboxPlace } from './use-inbox-place.ts'
import { type ItemActing, useCanAct } from './use-item-actions.ts'

interface InboxListProps {
  place: InboxPlace
  acting: ItemActing
}

/** The list with what narrows it down; live, and worked by keyboard. */
export function InboxList({ place, acting }: InboxListProps) {
  const { t } = useTranslation()
  const { search, setSearch } = place
  const root = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const { isHeld, handlers } = useHeld()
  const list = useInboxList(search, isHeld)
  const counts = useInboxCounts()
  const rowKeys = useRowKeys({ place, acting, rows: list.rows, root, searchRef })
  const showNew = () => {
    list.release()
    scroller.current?.scrollTo({ top: 0 })
  }
  return (
    <section ref={root} className={classes.list} aria-label={t('inbox.title')}>
      <PageHeader title={t('inbox.title')} aside={<LiveState lastAt={counts?.latest_received_at} />}>
        <InboxTabs tab={search.tab} counts={counts} onChange={(tab) => setSearch({ tab })} />
      </PageHeader>
      <InboxFilters search={search} setSearch={setSearch} searchRef={searchRef} />
      <div className={classes.body}>
        <div ref={scroller} className={classes.rows} data-stale={list.isStale || undefined} {...handlers}>
          {list.rows.length > 0 ? (
            <InboxTable
              rows={list.rows}
              total={list.total}
              offset={(search.page - 1) * pageSize}
              isOldestFirst={search.isOldestFirst}
              onSort={() => setSearch({ isOldestFirst: !search.isOldestFirst })}
              openId={place.openId}
              onOpen={place.open}
              acting={acting}
              {...rowKeys.table}
            />
          ) : (
            <NoRows list={list} place={place} />
          )}
        </div>
        <NewRowsBar arrivals={list.arrivals} departures={list.departures} onShow={showNew} />
      </div>
      <InboxFooter page={search.page} total={list.total} onPage={(page) => setSearch({ page })} />
      {rowKeys.question}
    </section>
  )
}

/** Why there are no rows: on their way, not to be had, none yet, or none that match. */
function NoRows({ list, place }: { list: ReturnType<typeof useInboxList>; place: InboxPlace }) {
  const { t } = useTranslation()
  const { incomingEmailAddresses } = useFirm()
  const { search, setSearch } = place
  if (list.isLoading) return <LoadingRows count={10} />
  if (list.error) return <ErrorState error={list.error} retry={list.retry} />
  if (isNarrowed(search) || search.page > 1) {
    const clear = (
      <Button variant="default" onClick={() => setSearch({ freeText: '', courtIds: [], tab: 'all' })}>
        {t('inbox.filter.clear')}
      </Button>
    )
    return <EmptyState title={t('inbox.empty.noResults')} text={t('inbox.empty.noResultsText')} action={clear} />
  }
  if (search.tab !== 'all') return <EmptyState title={t('inbox.empty.tab')} text={t('inbox.empty.tabText')} />
  const address = incomingEmailAddresses?.[0]
  const text = address ? t('inbox.empty.text', { address }) : t('inbox.empty.textPlain')
  return <EmptyState title={t('inbox.empty.title')} text={text} />
}

interface RowKeysOptions extends InboxListProps {
  rows: ReturnType<typeof useInboxList>['rows']
  root: React.RefObject<HTMLElement | null>
  searchRef: React.RefObject<HTMLInputElement | null>
}

/** The row that the keyboard is on, and what the keys do with it. */
function useRowKeys({ place, acting, rows, root, searchRef }: RowKeysOptions) {
  const canAct = useCanAct()
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const [activeId, setActiveId] = useState<string>()
  const [asked, setAsked] = useState<string>()
  const currentId = place.openId ?? activeId
  const current = rows.find(({ id }) => id === currentId)
  const move = (step: 1 | -1) => {
    const index = rows.findIndex(({ id }) => id === currentId)
    const next = rows[index < 0 ? 0 : Math.min(Math.max(index + step, 0), rows.length - 1)]
    if (!next) return
    setActiveId(next.id)
    // The open notice goes along; focus stays where it is, so that the panel can be read on.
    if (place.openId) place.open(next.id)
    const row = bodyRef.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(next.id)}"]`)
    if (root.current?.contains(document.activeElement) || !place.openId) row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const act = (action: ItemAction) => {
    if (!current || !likelyActions(current, { canAct, now: Date.now() }).includes(action)) return
    if (action === 'cancel') setAsked(current.id)
    else acting.act({ id: current.id, action })
  }
  useInboxKeys(root, {
    move,
    act,
    open: () => activeId && place.open(activeId),
    close: () => place.openId && place.close(),
    search: () => searchRef.current?.focus(),
  })
  const question = <CancelQuestion id={asked} acting={acting} onClose={() => setAsked(undefined)} />
  return { table: { activeId: currentId, onActive: setActiveId, canAct, bodyRef }, question }
}
