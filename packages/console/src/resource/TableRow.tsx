import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, type MouseEvent, memo, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cellOf } from '../fields/cells.ts'
import { Tick } from '../ui/Tick.tsx'
import type { CellStep } from './cell-editing.ts'
import type { Conflict } from './conflict.ts'
import { recordCells } from './record-cells.ts'
import classes from './table.module.css'
import { withOpen } from './use-table-state.ts'

const CellEditor = lazy(() => import('./CellEditor.tsx'))

interface TableRowProps {
  resource: Resource
  keys: readonly string[]
  /** The column that names the record and leads to it. */
  titleKey: string | undefined
  row: AnyRow
  rowIndex: number
  isCurrent: boolean
  isOpen: boolean
  isSelected: boolean
  /** Whether an empty cell takes the room that the columns leave. */
  hasRest: boolean
  /** With `isRange` for all rows from the last one ticked to this one. */
  onToggle: (isRange: boolean) => void
  onFocus: () => void
  onOpen: () => void
  /** Columns whose cells are edited in place, and the one that is. */
  editable: readonly string[]
  editingKey: string | undefined
  /** Without a key the field that was edited last. */
  onEdit: (key?: string) => void
  onLeaveCell: (step: CellStep) => void
  onConflict: (key: string, conflict: Conflict) => void
}

/** A second click within this time edits the cell, and does not open the record. */
const doubleClickMs = 250

/** Drawn anew only when what it shows is another: the page around it changes with every key. */
export const TableRow = memo(DrawnRow, isSame)

function DrawnRow(props: TableRowProps) {
  const { t } = useTranslation()
  const { resource, keys, titleKey, row, rowIndex, isCurrent, isOpen, isSelected, hasRest } = props
  const { onToggle, onFocus, onOpen, editable, editingKey, onEdit, onLeaveCell, onConflict } = props
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = String(row.id)
  const title = String(row[resource.title] ?? id)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.target instanceof HTMLTableCellElement ? event.target : undefined
    if (!cell && event.target !== event.currentTarget) return
    const isHandled = actOnKey(event.key, { row: event.currentTarget, cell, editable, onEdit, onOpen })
    if (isHandled) event.preventDefault()
  }
  // The whole row opens, except where something in it does something of its own or text is being selected.
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input, select, label')
    if (isOwn || window.getSelection()?.toString()) return
    if (keyAt(event) === undefined) onOpen()
    else if (event.detail === 1) opening.current = setTimeout(onOpen, doubleClickMs)
  }
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const key = keyAt(event)
    if (key === undefined || key === editingKey) return
    clearTimeout(opening.current)
    onEdit(key)
  }
  return (
    <tr
      aria-rowindex={rowIndex}
      aria-selected={isSelected || undefined}
      data-current={isCurrent || undefined}
      data-open={isOpen || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      data-id={id}
    >
      <td className={classes.tick}>
        <Tick label={t('list.selectRow', { title })} isTicked={isSelected} onTick={(_, isRange) => onToggle(isRange)} />
      </td>
      {keys.map((key) => {
        const field = findField(resource, key)
        if (!field) return null
        const { Cell, isRight } = cellOf(field)
        const plain = <Cell value={row[key]} field={field} />
        const Own = recordCells[resource.name]?.[key]
        const cell = Own ? (
          <Suspense fallback={plain}>
            <Own row={row} />
          </Suspense>
        ) : (
          plain
        )
        return (
          <td
            key={key}
            className={isRight ? classes.right : undefined}
            tabIndex={-1}
            data-key={key}
            data-editable={editable.includes(key) || undefined}
            {...gridCell(editable, key)}
          >
            {key === editingKey ? (
              <Suspense fallback={cell}>
                <CellEditor
                  resource={resource}
                  row={row}
                  fieldKey={key}
                  onLeave={onLeaveCell}
                  onConflict={(conflict) => onConflict(key, conflict)}
                />
              </Suspense>
            ) : key === titleKey ? (
              <Link to={resource.route} search={withOpen(id)} className={classes.title} preload={false}>
                {hasText(row[key]) ? cell : title}
              </Link>
            ) : (
              <div className={classes.cell}>{cell}</div>
            )}
          </td>
        )
      })}
      {hasRest && <td aria-hidden className={classes.rest} />}
    </tr>
  )
}

/** Where cells are edited the table is a grid, which says of the others that they are not. */
function gridCell(editable: readonly string[], key: string) {
  return editable.length > 0 ? { role: 'gridcell', 'aria-readonly': !editable.includes(key) } : {}
}

interface RowKeys {
  row: HTMLElement
  /** The cell that has the focus; undefined while the row itself has it. */
  cell: HTMLTableCellElement | undefined
  editable: readonly string[]
  onEdit: (key?: string) => void
  onOpen: () => void
}

/** Enter opens the record or edits the cell, F2 edits, the arrows go from cell to cell, Escape back to the row. */
function actOnKey(name: string, { row, cell, editable, onEdit, onOpen }: RowKeys): boolean {
  const isEditable = cell?.dataset.editable !== undefined
  const cells = [...row.querySelectorAll<HTMLElement>('td[data-key]')]
  const place = cell ? cells.indexOf(cell) : -1
  if (name === 'Escape' && cell) row.focus()
  else if (name === 'F2' && editable.length > 0) onEdit(isEditable ? cell?.dataset.key : undefined)
  else if (name === 'Enter' && isEditable) onEdit(cell?.dataset.key)
  else if (name === 'Enter') onOpen()
  else if (name === 'ArrowRight') cells[Math.min(place + 1, cells.length - 1)]?.focus()
  else if (name === 'ArrowLeft' && cell) (cells[place - 1] ?? row).focus()
  else return false
  return true
}

/** The column of an editable cell that was pointed at. */
function keyAt(event: MouseEvent<HTMLElement>): string | undefined {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('td[data-editable]') : null
  return cell?.dataset.key
}

function hasText(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}

function isSame(a: TableRowProps, b: TableRowProps): boolean {
  return (
    a.row === b.row &&
    a.keys === b.keys &&
    a.rowIndex === b.rowIndex &&
    a.isCurrent === b.isCurrent &&
    a.isOpen === b.isOpen &&
    a.hasRest === b.hasRest &&
    a.editable === b.editable &&
    a.editingKey === b.editingKey &&
    a.isSelected === b.isSelected
  )
}
