import type { Field } from '@courtcrier/contract/fields/field.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { controlOf } from '../fields/registry.ts'
import { lazy } from '../ui/lazy.ts'
import { Tick } from '../ui/Tick.tsx'
import type { CellStep } from './cell-editing.ts'
import type { Conflict } from './conflict.ts'
import { type Face, useFace } from './face.ts'
import { RefusedCell } from './RefusedCell.tsx'
import { recordPagePath } from './record-address.ts'
import type { Refusal, RefusedCells } from './refused-cells.ts'
import { rowName } from './row-name.ts'
import classes from './table.module.css'
import { actOnKey, keyAt, showCut } from './table-row-events.ts'
import { withOpen } from './use-table-state.ts'

const CellEditor = lazy(() => import('./CellEditor.tsx'))

interface TableRowProps {
  resource: Resource
  keys: readonly string[]
  /** The column that names the record and links to it. */
  titleKey: string | undefined
  row: AnyRow
  rowIndex: number
  isCurrent: boolean
  isOpen: boolean
  isSelected: boolean
  /** Whether an empty cell takes the remaining width. */
  hasRest: boolean
  /** With `isRange`, applies to all rows from the last one checked to this one. */
  onToggle: (isRange: boolean) => void
  onFocus: () => void
  onOpen: () => void
  /** Columns whose cells are edited in place, and the one being edited. */
  editable: readonly string[]
  editingKey: string | undefined
  /** Without a key, edits the last edited field. */
  onEdit: (key?: string) => void
  onLeaveCell: (step: CellStep) => void
  onConflict: (key: string, conflict: Conflict) => void
  /** What was entered in cells of this row and isn't saved, by column. */
  refused: RefusedCells[string] | undefined
  onRefuse: (key: string, refusal?: Refusal) => void
}

/** A second click within this time edits the cell instead of opening the record. */
const doubleClickMs = 250

/** Rendered again only when its content changes, since the page around it changes with every key. */
export const TableRow = memo(DrawnRow, isSame)

function DrawnRow(props: TableRowProps) {
  const { t } = useTranslation()
  const { resource, keys, row, rowIndex, isCurrent, isOpen, isSelected, hasRest } = props
  const { onToggle, onFocus, onOpen, editable, editingKey, onEdit } = props
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = String(row.id)
  const title = rowName(resource, row)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.target instanceof HTMLTableCellElement ? event.target : undefined
    if (!cell && event.target !== event.currentTarget) return
    const isHandled = actOnKey(event.key, { row: event.currentTarget, cell, editable, onEdit, onOpen })
    if (isHandled) event.preventDefault()
  }
  // A click anywhere in the row opens it, except on a control or while text is being selected.
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
      onMouseOver={showCut}
    >
      <td className={classes.tick}>
        <Tick label={t('list.selectRow', { title })} isTicked={isSelected} onTick={(_, isRange) => onToggle(isRange)} />
      </td>
      {keys.map((key) => (
        <RowCell key={key} {...props} fieldKey={key} id={id} title={title} />
      ))}
      {hasRest && <td aria-hidden className={classes.rest} />}
    </tr>
  )
}

interface RowCellProps extends TableRowProps {
  fieldKey: string
  id: string
  title: string
}

function RowCell(props: RowCellProps) {
  const { resource, fieldKey, editable, refused } = props
  const face = useFace(resource)
  const field = findField(resource, fieldKey)
  if (!field) return null
  const { isRight, isWhole } = controlOf(field)
  return (
    <td
      className={isRight ? classes.right : undefined}
      tabIndex={-1}
      data-key={fieldKey}
      data-whole={isWhole || undefined}
      data-editable={editable.includes(fieldKey) || undefined}
      aria-invalid={refused?.[fieldKey] ? true : undefined}
      {...gridCell(editable, fieldKey)}
    >
      {contentOf(props, { face, field })}
    </td>
  )
}

interface Column {
  face: Face
  field: Field
}

/** Returns a cell's editor, what was entered and refused, the link that opens the record, or just the value. */
function contentOf({ fieldKey, id, title, ...props }: RowCellProps, { face, field }: Column): ReactNode {
  const { resource, row, titleKey, editingKey, onLeaveCell, onConflict, onRefuse } = props
  const refusal = props.refused?.[fieldKey]
  const value = shownValue(row, { fieldKey, field, Own: face.cells?.[fieldKey] })
  if (fieldKey === editingKey)
    return (
      <Suspense fallback={value}>
        <CellEditor
          resource={resource}
          row={row}
          fieldKey={fieldKey}
          onLeave={onLeaveCell}
          onConflict={(conflict) => onConflict(fieldKey, conflict)}
          refusal={refusal}
          onRefuse={(next) => onRefuse(fieldKey, next)}
        />
      </Suspense>
    )
  if (refusal) return <RefusedCell field={field} refusal={refusal} />
  if (fieldKey !== titleKey) return <div className={classes.cell}>{value}</div>
  return (
    <Link
      {...(face.page ? { to: recordPagePath(resource, id) } : { to: resource.route, search: withOpen(id) })}
      className={classes.title}
      preload={false}
    >
      {hasText(row[fieldKey]) ? value : title}
    </Link>
  )
}

interface Shown {
  fieldKey: string
  field: Field
  /** How the resource displays the field, if in its own way. */
  Own: NonNullable<Face['cells']>[string] | undefined
}

function shownValue(row: AnyRow, { fieldKey, field, Own }: Shown): ReactNode {
  const { Cell } = controlOf(field)
  const plain = <Cell value={row[fieldKey]} field={field} />
  if (!Own) return plain
  return (
    <Suspense fallback={plain}>
      <Own row={row} />
    </Suspense>
  )
}

/**
 * Returns the attributes of a cell: a table with editable cells is a grid, in which the others are marked read-only.
 */
function gridCell(editable: readonly string[], key: string) {
  return editable.length > 0 ? { role: 'gridcell', 'aria-readonly': !editable.includes(key) } : {}
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
    a.refused === b.refused &&
    a.isSelected === b.isSelected
  )
}
