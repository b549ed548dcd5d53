import type { MouseEvent } from 'react'
import classes from './table.module.css'

interface RowKeys {
  row: HTMLElement
  /** The focused cell; undefined while the row itself has focus. */
  cell: HTMLTableCellElement | undefined
  editable: readonly string[]
  onEdit: (key?: string) => void
  onOpen: () => void
}

/**
 * Handles keys: Enter opens the record or edits the cell, F2 edits, arrows move between cells, Escape returns to the
 * row.
 */
export function actOnKey(name: string, { row, cell, editable, onEdit, onOpen }: RowKeys): boolean {
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

/** Shows the whole text of the cell under the pointer if it is cut off. */
export function showCut({ target }: MouseEvent<HTMLElement>): void {
  const text = target instanceof Element ? target.closest<HTMLElement>(`.${classes.cell}, .${classes.title}`) : null
  // A value with its own tooltip, such as a court's full name, keeps it.
  if (!text || (target instanceof HTMLElement && target !== text && target.title)) return
  const isCut = text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 1
  if (isCut) text.title = text.textContent
  else text.removeAttribute('title')
}

/** Returns the column of the editable cell under the pointer. */
export function keyAt(event: MouseEvent<HTMLElement>): string | undefined {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('td[data-editable]') : null
  return cell?.dataset.key
}
