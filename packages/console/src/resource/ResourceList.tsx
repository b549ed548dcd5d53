import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pageLabel } from '../i18n/labels.ts'
import { formatTotal } from '../ui/format-total.ts'
import { InSlices } from '../ui/InSlices.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { type KeyLine, openKeys } from '../ui/overlays.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useLate } from '../ui/use-late.ts'
import { EntityTable } from './EntityTable.tsx'
import { useFace } from './face.ts'
import { TableTools } from './ListTools.tsx'
import { List } from './list/List.tsx'
import { AddButton } from './list/ListButtons.tsx'
import { ListFooter } from './list/ListFooter.tsx'
import { Failure, Nothing, Waiting } from './list/ListState.tsx'
import { countOf, isSelected } from './list/row-selection.ts'
import { type ListRows, useList } from './list/use-list.ts'
import { useListKeys, useListTools } from './list/use-list-keys.ts'
import classes from './list.module.css'
import type { BulkEdit } from './SelectionBar.tsx'
import { TransferMenu } from './transfer/TransferMenu.tsx'
import { useCanCreate } from './use-can-create.ts'
import { useTableLayout } from './use-table-layout.ts'
import type { useTableState } from './use-table-state.ts'

const loadSelectionBar = () => import('./SelectionBar.tsx')

const tableKeys: readonly KeyLine[] = [
  ['J K ↓ ↑', 'keys.move'],
  ['Enter', 'keys.open'],
  ['E', 'keys.edit'],
  ['→ ←', 'keys.cells'],
  ['F2', 'keys.cell'],
  ['Z', 'keys.undo'],
  ['X', 'keys.select'],
  ['Shift ↓ ↑', 'keys.range'],
  ['/', 'keys.search'],
  ['F', 'keys.filter'],
  ['V', 'keys.views'],
  ['N', 'keys.new'],
  ['?', 'keys.sheet'],
  ['Shift Enter', 'keys.sortAlso'],
  ['← →', 'keys.width'],
  ['Esc', 'keys.leave'],
]

interface ResourceListProps {
  resource: Resource
  table: ReturnType<typeof useTableState>
}

/** A table of a resource's rows: paged, sorted, searched and filtered by the server, all of it in the address. */
export function ResourceList({ resource, table }: ResourceListProps) {
  const arrangement = useTableLayout(resource, table.view)
  const Actions = useFace(resource).panels?.actions
  const canCreate = useCanCreate(resource)
  // Read-only records arrive from the server at any time, even while someone reads; other users' changes are shown
  // immediately.
  const list = useList({ resource, table, isHeldStill: resource.isReadOnly })
  const { data, error, rows, retry } = list
  const hadRows = useRef(false)
  hadRows.current ||= rows.length > 0
  const tools = useListTools()
  const [isEditing, { open, close }] = useDisclosure(false)
  const edit = { isOpen: isEditing, open, close }
  const showKeys = () =>
    openKeys({ title: 'keys.title', lines: tableKeys.filter(([keys]) => keys !== 'N' || canCreate) })
  useListKeys({
    '/': () => tools.search.current?.focus(),
    '?': showKeys,
    v: () => tools.views.current?.open(),
    f: () => tools.filters.current?.open(),
    n: () => canCreate && table.open('new'),
  })
  const head = (
    <>
      <PageHeader
        title={pageLabel({ resource })}
        aside={data && <span className="num">{formatTotal(data)}</span>}
        actions={
          <>
            <TransferMenu
              resource={resource}
              query={list.query}
              columns={arrangement.layout.columns}
              total={list.total}
              selection={list.ticks.selection}
            />
            {Actions && (
              <Suspense>
                <Actions />
              </Suspense>
            )}
            {canCreate && <AddButton resource={resource} onClick={() => table.open('new')} />}
          </>
        }
      />
      <TableTools resource={resource} table={table} arrangement={arrangement} tools={tools} />
    </>
  )
  return (
    <List isTable list={list} head={head} foot={<TableFooter {...{ resource, table, list, edit }} onKeys={showKeys} />}>
      {!data && !error && <Waiting retry={retry} />}
      {error && <Failure error={error} resource={resource} table={table} retry={retry} />}
      {data && !error && rows.length === 0 && (
        <Nothing {...{ resource, table, canCreate }} isEmptied={hadRows.current} />
      )}
      {data && !error && rows.length > 0 && (
        <InSlices waiting={<LoadingRows />}>
          <EntityTable
            resource={resource}
            arrangement={arrangement}
            list={list}
            shown={data.state}
            table={table}
            onEditSelection={open}
          />
        </InSlices>
      )}
    </List>
  )
}

interface TableFooterProps extends ResourceListProps {
  list: ListRows<AnyRow>
  edit: BulkEdit
  onKeys: () => void
}

function TableFooter({ resource, table, list, edit, onKeys }: TableFooterProps) {
  const { t } = useTranslation()
  const { ticks, total, rows } = list
  const { selection } = ticks
  const isAnySelected = countOf(selection) > 0
  const { Late: SelectionBar } = useLate(loadSelectionBar, isAnySelected, { near: 'tr[data-id]' })
  const isPageTicked = rows.length > 0 && rows.every(({ id }) => isSelected(selection, String(id)))
  const canSelectMore = selection.kind === 'ids' && isPageTicked && total.total > countOf(selection)
  return (
    <ListFooter table={table} list={list} hasSizes>
      {isAnySelected && SelectionBar ? (
        <SelectionBar
          resource={resource}
          selection={selection}
          matching={
            canSelectMore ? { total: formatTotal(total), onSelect: () => void list.selectMatching() } : undefined
          }
          edit={edit}
          onClear={ticks.clear}
        />
      ) : (
        <button type="button" className={classes.keyHint} onClick={onKeys}>
          {t('list.keys')}
        </button>
      )}
    </ListFooter>
  )
}
