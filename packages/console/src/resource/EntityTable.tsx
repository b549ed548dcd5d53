import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { mostSelected } from '@courtcrier/contract/selection.ts'
import type { Density } from '@courtcrier/contract/view-state.ts'
import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, Suspense, type UIEvent, useEffect } from 'react'
import { resourceLabel } from '../i18n/labels.ts'
import { lazy } from '../ui/lazy.ts'
import { useFace } from './face.ts'
import { countOf } from './list/row-selection.ts'
import { useCursor } from './list/use-cursor.ts'
import type { ListRows } from './list/use-list.ts'
import { useListKeys } from './list/use-list-keys.ts'
import type { TableSelection } from './list/use-selection.ts'
import { recordPagePath } from './record-address.ts'
import { nameWidth, TableColumns } from './TableColumns.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import classes from './table.module.css'
import type { TableState } from './table-state.ts'
import { useCanEdit } from './use-can-write.ts'
import { type CellEditing, useCellEditing } from './use-cell-editing.ts'
import { useColumnWidths } from './use-column-widths.ts'
import { type EntityModel, useEntityModel } from './use-entity-model.ts'
import type { Arrangement } from './use-table-layout.ts'
import type { useTableState } from './use-table-state.ts'

const CellConflict = lazy(() => import('./CellConflict.tsx'))

interface EntityTableProps {
  resource: Resource
  arrangement: Arrangement
  list: ListRows<AnyRow>
  /** The table state these rows belong to; the current one may still be loading. */
  shown: TableState
  table: ReturnType<typeof useTableState>
  /** Opens the bulk edit of the selection. */
  onEditSelection: () => void
}

/** Heights of a row, as in table.module.css; rows out of view use them to keep their place. */
const rowHeights: Readonly<Record<Density, number>> = { compact: 34, normal: 52, roomy: 68 }

/** Shows the rows: a native table that renders only the visible ones. */
export function EntityTable({ resource, arrangement, list, shown, table, onEditSelection }: EntityTableProps) {
  const { rows, total, ticks, scroller } = list
  const { layout } = arrangement
  const { density } = layout
  const keys = layout.columns
  const model = useEntityModel({ resource, keys, rows, selection: ticks.selection })
  const modelRows = model.getRowModel().rows
  const virtual = useVirtualizer({
    count: modelRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeights[density],
    overscan: 12,
    // The header covers where the first rows would be.
    scrollPaddingStart: 40,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another height matters
  useEffect(() => virtual.measure(), [density])
  const read = useReading(resource, table)
  const { cursor, editing } = useRowKeys({ resource, list, table, keys, virtual, onEditSelection })
  // Scrolls to the top for another page, order or filter. Requested again, the same state stays the same object.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state means other rows
  useEffect(() => {
    // Scrolling to the current position would make the browser lay out all the new rows first.
    if (virtual.scrollOffset) scroller.current?.scrollTo({ top: 0 })
  }, [shown])
  const titleKey = keys.includes(resource.title) ? resource.title : keys[0]
  const widths = useColumnWidths({ resource, layout, rows, titleKey, shown, scroller })
  const others = keys.filter((key) => key !== titleKey).reduce((sum, key) => sum + (widths[key] ?? 0), 0)
  const titleWidth = titleKey === undefined ? undefined : layout.widths[titleKey]
  // The name's column takes the remaining width until it is given one; then an empty column does.
  const hasRest = titleWidth !== undefined
  const style = {
    '--others': `${others}px`,
    '--title-least': `${widths[titleKey ?? ''] ?? 0}px`,
    ...(hasRest ? { '--title-width': nameWidth(titleWidth) } : {}),
  }
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-density={density}
      data-lines={density === 'compact' ? 'one' : 'many'}
      onScroll={markScrolled}
      data-pinned={layout.isPinned || undefined}
      data-scroll-restoration-id="table"
    >
      <table
        className={classes.table}
        style={style as CSSProperties}
        // Editable cells are reached one by one, the purpose of a grid (ARIA Authoring Practices, Grid).
        {...(editing.editable.length > 0 ? { role: 'grid', 'aria-multiselectable': true } : {})}
        aria-label={resourceLabel(resource, 'many')}
        aria-rowcount={total.isAtLeast ? -1 : total.total + 1}
      >
        <TableColumns {...{ keys, titleKey, titleWidth, widths }} />
        <TableHead
          {...{ resource, keys, table, arrangement, widths, model, hasRest }}
          onTogglePage={ticks.togglePage}
        />
        <Rows
          {...{ resource, keys, titleKey, table, shown, modelRows, virtual, cursor, hasRest, editing, read }}
          onToggle={ticks.toggle}
        />
      </table>
      {editing.conflict && (
        <Suspense>
          <CellConflict
            resource={resource}
            conflict={editing.conflict}
            onDone={() => editing.setConflict(undefined)}
            onRefuse={editing.refuse}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Marks a table that is scrolled sideways: its first column stays, above the others. */
function markScrolled({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)
}

/** Opens the record's page to read it or, without one, its form. */
function useReading(resource: Resource, table: EntityTableProps['table']): (id: string) => void {
  const navigate = useNavigate()
  const { page } = useFace(resource)
  return (id) => (page ? void navigate({ to: recordPagePath(resource, id) }) : table.open(id))
}

interface RowKeysOptions extends Pick<EntityTableProps, 'resource' | 'list' | 'table' | 'onEditSelection'> {
  keys: readonly string[]
  virtual: RowsProps['virtual']
}

/** Returns the row that keys act on, the cell being edited, and the actions of the keys. */
function useRowKeys({ resource, list, table, keys, virtual, onEditSelection }: RowKeysOptions) {
  const { rows, ticks, scroller } = list
  const ids = rows.map(({ id }) => String(id))
  const cursor = useCursor({ ids, scroller, reveal: (index) => virtual.scrollToIndex(index) })
  const canEdit = useCanEdit(resource)
  const go = (step: number) => (event: KeyboardEvent) => {
    const next = cursor.move(step)
    if (event.shiftKey) ticks.extend(Math.max(cursor.index, 0), next)
  }
  const toggle = () => cursor.index >= 0 && ticks.toggle(cursor.index, false)
  const editing = useCellEditing({
    resource,
    keys,
    rows,
    reveal: (index) => {
      virtual.scrollToIndex(index)
      cursor.set(ids[index])
    },
  })
  const edit = () => {
    const count = countOf(ticks.selection)
    if (count > 0 && canEdit) return count <= mostSelected && onEditSelection()
    if (cursor.id !== undefined) table.open(cursor.id)
  }
  useListKeys({ j: go(1), ArrowDown: go(1), k: go(-1), ArrowUp: go(-1), x: toggle, e: edit })
  return { cursor, editing }
}

interface RowsProps {
  resource: Resource
  keys: readonly string[]
  titleKey: string | undefined
  table: ReturnType<typeof useTableState>
  shown: TableState
  modelRows: ReturnType<EntityModel['getRowModel']>['rows']
  virtual: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>
  cursor: ReturnType<typeof useCursor>
  hasRest: boolean
  editing: CellEditing
  read: (id: string) => void
  onToggle: TableSelection['toggle']
}

function Rows(props: RowsProps) {
  const { resource, keys, titleKey, table, shown, modelRows, virtual, cursor, hasRest, editing, read, onToggle } = props
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <tbody>
      {before > 0 && <Spacer height={before} span={keys.length + (hasRest ? 2 : 1)} />}
      {items.map(({ index }) => {
        const row = modelRows[index]
        if (!row) return null
        return (
          <TableRow
            key={row.id}
            {...{ resource, keys, titleKey, hasRest }}
            row={row.original}
            // The header is the first row, and rows count from 1.
            rowIndex={shown.page * shown.size + index + 2}
            isCurrent={index === cursor.index}
            isOpen={row.id === table.openId}
            isSelected={row.getIsSelected()}
            onToggle={(isRange) => onToggle(index, isRange)}
            onFocus={() => cursor.set(row.id)}
            onOpen={() => read(row.id)}
            editable={editing.editable}
            editingKey={editing.place?.id === row.id ? editing.place.key : undefined}
            onEdit={(key) => editing.start(row.id, key)}
            onLeaveCell={editing.leave}
            onConflict={(key, conflict) => editing.setConflict({ ...conflict, key })}
            refused={editing.refused[row.id]}
            onRefuse={(key, refusal) => editing.refuse({ id: row.id, key }, refusal)}
          />
        )
      })}
      {after > 0 && <Spacer height={after} span={keys.length + (hasRest ? 2 : 1)} />}
    </tbody>
  )
}

/** Takes the space of rows that aren't visible. */
function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden className={classes.spacer}>
      <td colSpan={span} style={{ height }} />
    </tr>
  )
}
