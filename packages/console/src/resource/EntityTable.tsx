import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useEffect, useRef } from 'react'
import { faceOf } from '../fields/registry.ts'
import { resourceLabel } from './labels.ts'
import classes from './list.module.css'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { useCursor } from './use-cursor.ts'
import { type EntityModel, useEntityModel } from './use-entity-model.ts'
import { useListKeys } from './use-list-keys.ts'
import type { useTableState } from './use-table-state.ts'

interface EntityTableProps {
  resource: Resource
  keys: readonly string[]
  rows: readonly AnyRow[]
  total: number
  table: ReturnType<typeof useTableState>
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
}

/** The token `--row`; rows out of sight keep their place by it. */
const rowHeight = 52

/** The rows themselves: a native table, of which only the rows in sight are drawn. */
export function EntityTable({ resource, keys, rows, total, table, selected, onSelect }: EntityTableProps) {
  const model = useEntityModel({ resource, keys, rows, selected, onSelect })
  const modelRows = model.getRowModel().rows
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: modelRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // The head stands over the first rows' place.
    scrollPaddingStart: 40,
  })
  const cursor = useCursor(modelRows.length, (index) => virtual.scrollToIndex(index))
  const down = () => cursor.move(1)
  const up = () => cursor.move(-1)
  const toggle = () => modelRows[cursor.index]?.toggleSelected()
  useListKeys({ j: down, ArrowDown: down, k: up, ArrowUp: up, x: toggle })
  // Back at the top when another page, order or filter is shown.
  const shown = JSON.stringify(table.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state says that other rows are shown
  useEffect(() => {
    // Newer browsers give a promise here, which an effect must not return.
    scroller.current?.scrollTo({ top: 0 })
  }, [shown])
  const titleKey = keys.includes(resource.title) ? resource.title : keys[0]
  const others = keys.filter((key) => key !== titleKey).reduce((sum, key) => sum + widthOf(resource, key), 0)
  return (
    <div ref={scroller} className={classes.scroller}>
      <table
        className={classes.table}
        style={{ '--others': `${others}px` } as CSSProperties}
        aria-label={resourceLabel(resource, 'many')}
        aria-rowcount={total + 1}
      >
        <colgroup>
          <col className={classes.tickColumn} />
          {keys.map((key) => (
            <col key={key} style={{ width: key === titleKey ? undefined : widthOf(resource, key) }} />
          ))}
        </colgroup>
        <TableHead resource={resource} keys={keys} table={table} model={model} />
        <Rows resource={resource} keys={keys} titleKey={titleKey} table={table} {...{ modelRows, virtual, cursor }} />
      </table>
    </div>
  )
}

interface RowsProps {
  resource: Resource
  keys: readonly string[]
  titleKey: string | undefined
  table: ReturnType<typeof useTableState>
  modelRows: ReturnType<EntityModel['getRowModel']>['rows']
  virtual: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>
  cursor: ReturnType<typeof useCursor>
}

function Rows({ resource, keys, titleKey, table, modelRows, virtual, cursor }: RowsProps) {
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const { page, size } = table.state
  return (
    <tbody>
      {before > 0 && <Spacer height={before} span={keys.length + 1} />}
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
            rowIndex={page * size + index + 2}
            isCurrent={index === cursor.index}
            isOpen={row.id === table.openId}
            isSelected={row.getIsSelected()}
            onToggle={() => row.toggleSelected()}
            onFocus={() => cursor.set(index)}
            onOpen={() => table.open(row.id)}
          />
        )
      })}
      {after > 0 && <Spacer height={after} span={keys.length + 1} />}
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

function widthOf(resource: Resource, key: string): number {
  const field = findField(resource, key)
  return field ? faceOf(field).width : 160
}
