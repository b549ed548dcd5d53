import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type RowPage, searchRows } from '../session/api.ts'
import { useRole } from '../session/session-store.ts'
import { TransferMenu } from '../transfer/TransferMenu.tsx'
import { formatTotal, type Total } from '../ui/format-total.ts'
import { InSlices } from '../ui/InSlices.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { EntityTable } from './EntityTable.tsx'
import { ListFooter } from './ListFooter.tsx'
import { AddButton, Failure, Nothing, Waiting } from './ListState.tsx'
import { ListTools } from './ListTools.tsx'
import { resourceLabel } from './labels.ts'
import classes from './list.module.css'
import { NewRowsBar } from './live/NewRowsBar.tsx'
import { useHeld } from './live/use-held.ts'
import { useHeldRows } from './live/use-held-rows.ts'
import { isSelected } from './row-selection.ts'
import { queryOf } from './table-state.ts'
import { useCanWrite } from './use-can-write.ts'
import { useListKeys } from './use-list-keys.ts'
import { useSelection } from './use-selection.ts'
import { useTableLayout } from './use-table-layout.ts'
import type { useTableState } from './use-table-state.ts'

const KeySheet = lazy(() => import('./KeySheet.tsx'))

const noTotal: Total = { total: 0, isAtLeast: false }

interface ResourceListProps {
  resource: Resource
  table: ReturnType<typeof useTableState>
}

/** A table of a resource's rows: paged, sorted, searched and filtered by the server, all of it in the address. */
export function ResourceList({ resource, table }: ResourceListProps) {
  const { t } = useTranslation()
  const { state } = table
  const query = queryOf(state, { resource, role: useRole() })
  const arrangement = useTableLayout(resource, table.view)
  const [isSheetOpen, sheet] = useDisclosure(false)
  const search = useRef<HTMLInputElement>(null)
  const canCreate = useCanWrite(resource)
  const key = JSON.stringify(query)
  const answer = useQuery({
    queryKey: [resource.name, 'search', query],
    // The rows know which ones they are: while others are on their way they stay what they were, and are not drawn anew.
    queryFn: async ({ signal }) => ({ key, state, ...(await searchRows(resource, query, signal)) }),
    placeholderData: keepPreviousData,
  })
  const { error, isPlaceholderData, refetch } = answer
  // Rows that are asked for before the views are known may turn out to be others than those to be shown.
  const data = table.isAwaiting ? undefined : answer.data
  const { live, handlers, scroller, showNew } = useLiveRows(resource, data)
  const ids = live.rows.map((row) => String(row.id))
  const { freeText, filters, view } = state
  const ticks = useSelection(JSON.stringify({ freeText, filters, view }), ids)
  useListKeys({
    '/': () => search.current?.focus(),
    '?': sheet.open,
    v: openViews,
    f: () => document.querySelector<HTMLElement>('[data-add-filter]')?.click(),
    n: () => canCreate && table.open('new'),
  })
  return (
    <div className={classes.page}>
      <PageHeader
        title={resourceLabel(resource, 'many')}
        aside={data && <span className="num">{formatTotal(data)}</span>}
        actions={
          <>
            <TransferMenu
              resource={resource}
              query={query}
              columns={arrangement.layout.columns}
              total={data ?? { total: 0, isAtLeast: false }}
              selection={ticks.selection}
            />
            {canCreate && <AddButton resource={resource} onClick={() => table.open('new')} />}
          </>
        }
      />
      <ListTools resource={resource} table={table} arrangement={arrangement} searchRef={search} />
      <div className={classes.body} aria-busy={isPlaceholderData} {...handlers}>
        {!data && !error && <Waiting retry={() => void refetch()} />}
        {error && <Failure error={error} resource={resource} table={table} retry={() => void refetch()} />}
        {data && !error && live.rows.length === 0 && (
          <Nothing resource={resource} table={table} canCreate={canCreate} />
        )}
        {data && !error && live.rows.length > 0 && (
          <InSlices waiting={<LoadingRows />}>
            <EntityTable
              resource={resource}
              arrangement={arrangement}
              rows={live.rows}
              shown={data.state}
              total={data}
              table={table}
              ticks={ticks}
              scroller={scroller}
            />
          </InSlices>
        )}
        <NewRowsBar {...live} texts="table.waiting" onShow={showNew} />
      </div>
      <ListFooter
        resource={resource}
        shownCount={ids.length}
        total={data ?? noTotal}
        table={table}
        ticks={ticks}
        isPageTicked={ids.length > 0 && ids.every((id) => isSelected(ticks.selection, id))}
        onKeys={sheet.open}
      />
      {isSheetOpen && (
        <Suspense>
          <KeySheet onClose={sheet.close} title={t('keys.title')} canCreate={canCreate} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * The rows of the answer. Records that only the server writes appear by themselves, also while somebody reads: those
 * hold still then, and what came is offered.
 */
function useLiveRows(resource: Resource, data: (RowPage<AnyRow> & { key: string }) | undefined) {
  const scroller = useRef<HTMLDivElement>(null)
  const { isHeld, handlers } = useHeld()
  const { held, release } = useHeldRows(data, { isHeld: isHeld && resource.isReadOnly, cameAt })
  const showNew = () => {
    release()
    scroller.current?.scrollTo({ top: 0 })
  }
  return { live: held, handlers, scroller, showNew }
}

function cameAt({ createdAt }: AnyRow): string {
  return String(createdAt ?? '')
}

/** The button has the focus first, so that it has it again when the menu closes. */
function openViews(): void {
  const button = document.querySelector<HTMLElement>('[data-view-menu]')
  button?.focus()
  button?.click()
}
