import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import type { Density } from '@courtcrier/contract/view-state.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, lazy, type RefObject, Suspense, useEffect } from 'react'
import type { Total } from '../ui/format-total.ts'
import { resourceLabel } from './labels.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import classes from './table.module.css'
import type { TableState } from './table-state.ts'
import { type CellEditing, useCellEditing } from './use-cell-editing.ts'
import { useCursor } from './use-cursor.ts'
import { type EntityModel, useEntityModel } from './use-entity-model.ts'
import { useListKeys } from './use-list-keys.ts'
import type { TableSelection } from './use-selection.ts'
import { type Arrangement, widthOf } from './use-table-layout.ts'
import type { useTableState } from './use-table-state.ts'

const CellConflict = lazy(() => import('./CellConflict.tsx'))

interface EntityTableProps {
  resource: Resource
  arrangement: Arrangement
  rows: readonly AnyRow[]
  /** The state of the table that these are the rows of; the present one may still be on its way. */
  shown: TableState
  total: Total
  table: ReturnType<typeof useTableState>
  ticks: TableSelection
  scroller: RefObject<HTMLDivElement | null>
}

/** The token `--row`, and its values for other rows; rows out of sight keep their place by it. */
const rowHeights: Readonly<Record<Density, number>> = { compact: 36, normal: 52, roomy: 68 }

/** The rows themselves: a native table, of which only the rows in sight are drawn. */
export function EntityTable({ resource, arrangement, rows, shown, total, table, ticks, scroller }: EntityTableProps) {
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
    // The head stands over the first rows' place.
    scrollPaddingStart: 40,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another height is a reason
  useEffect(() => virtual.measure(), [density])
  const cursor = useCursor(modelRows.length, (index) => virtual.scrollToIndex(index))
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
      cursor.set(index)
    },
  })
  const edit = () => {
    const selected = document.querySelector<HTMLElement>('[data-edit-selection]')
    const row = rows[cursor.index]
    if (selected) selected.click()
    else if (row) table.open(String(row.id))
  }
  useListKeys({ j: go(1), ArrowDown: go(1), k: go(-1), ArrowUp: go(-1), x: toggle, e: edit })
  // Back at the top when another page, order or filter is shown. Asked for anew, the same state stays the same object.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state says that other rows are shown
  useEffect(() => {
    // Asking for where it is already would have the browser lay out all the new rows first.
    if (virtual.scrollOffset) scroller.current?.scrollTo({ top: 0 })
  }, [shown])
  const titleKey = keys.includes(resource.title) ? resource.title : keys[0]
  const others = keys.filter((key) => key !== titleKey).reduce((sum, key) => sum + widthOf(resource, layout, key), 0)
  const titleWidth = titleKey === undefined ? undefined : layout.widths[titleKey]
  // The name's column takes what is left over until it is given a width; then an empty one does.
  const hasRest = titleWidth !== undefined
  const style = { '--others': `${others}px`, ...(hasRest ? { '--title-width': nameWidth(titleWidth) } : {}) }
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-density={density}
      data-pinned={layout.isPinned || undefined}
      data-scroll-restoration-id="table"
    >
      <table
        className={classes.table}
        style={style as CSSProperties}
        // Cells that are edited are reached one by one: what a grid is for (ARIA Authoring Practices, Grid).
        {...(editing.editable.length > 0 ? { role: 'grid', 'aria-multiselectable': true } : {})}
        aria-label={resourceLabel(resource, 'many')}
        aria-rowcount={total.isAtLeast ? -1 : total.total + 1}
      >
        <colgroup>
          <col className={classes.tickColumn} />
          {keys.map((key) => (
            <col
              key={key}
              style={{ width: key === titleKey ? titleWidth && nameWidth(titleWidth) : widthOf(resource, layout, key) }}
            />
          ))}
          {hasRest && <col />}
        </colgroup>
        <TableHead {...{ resource, keys, table, arrangement, model, hasRest }} onTogglePage={ticks.togglePage} />
        <Rows
          {...{ resource, keys, titleKey, table, shown, modelRows, virtual, cursor, hasRest, editing }}
          onToggle={ticks.toggle}
        />
      </table>
      {editing.conflict && (
        <Suspense>
          <CellConflict resource={resource} conflict={editing.conflict} onDone={() => editing.setConflict(undefined)} />
        </Suspense>
      )}
    </div>
  )
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
  onToggle: TableSelection['toggle']
}

function Rows(props: RowsProps) {
  const { resource, keys, titleKey, table, shown, modelRows, virtual, cursor, hasRest, editing, onToggle } = props
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
            resource={resource}
            keys={keys}
            titleKey={titleKey}
            row={row.original}
            // The head is the first row, and rows count from 1.
            rowIndex={shown.page * shown.size + index + 2}
            isCurrent={index === cursor.index}
            isOpen={row.id === table.openId}
            isSelected={row.getIsSelected()}
            hasRest={hasRest}
            onToggle={(isRange) => onToggle(index, isRange)}
            onFocus={() => cursor.set(index)}
            onOpen={() => table.open(row.id)}
            editable={editing.editable}
            editingKey={editing.place?.id === row.id ? editing.place.key : undefined}
            onEdit={(key) => editing.start(row.id, key)}
            onLeaveCell={editing.leave}
            onConflict={(key, conflict) => editing.setConflict({ ...conflict, key })}
          />
        )
      })}
      {after > 0 && <Spacer height={after} span={keys.length + (hasRest ? 2 : 1)} />}
    </tbody>
  )
}

/** Keeps the place of rows that are out of sight. */
function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden className={classes.spacer}>
      <td colSpan={span} style={{ height }} />
    </tr>
  )
}

/** On a phone a wide first column would leave no room for the others. */
function nameWidth(width: number): string {
  return `min(${width}px, 56vw)`
}
