import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRole } from '../session/session-store.ts'
import { type CellPlace, type CellStep, cellAfter, editableKeys } from './cell-editing.ts'
import type { Conflict } from './conflict.ts'
import { useRefusedCells } from './refused-cells.ts'

export type CellEditing = ReturnType<typeof useCellEditing>

interface CellEditingOptions {
  resource: Resource
  keys: readonly string[]
  rows: readonly AnyRow[]
  /** The next row to edit, by its position on the page; it may be out of view. */
  reveal: (index: number) => void
}

/** Manages which cell of the table is being edited, and which is next. */
export function useCellEditing({ resource, keys, rows, reveal }: CellEditingOptions) {
  const role = useRole()
  const editable = useMemo(() => editableKeys(keys, { resource, role }), [keys, resource, role])
  const [place, setPlace] = useState<CellPlace>()
  const [conflict, setConflict] = useState<Conflict & { key: string }>()
  // Moving down a column, F2 edits the same field of each row.
  const lastKey = useRef<string>(undefined)
  const start = (id: string, key?: string) => {
    const usual = lastKey.current && editable.includes(lastKey.current) ? lastKey.current : editable[0]
    const chosen = key ?? usual
    if (chosen === undefined || !editable.includes(chosen)) return
    lastKey.current = chosen
    setPlace({ id, key: chosen })
  }
  const leave = (step: CellStep) => {
    const ids = rows.map((row) => String(row.id))
    const next = place && cellAfter(place, step, { ids, keys: editable })
    if (next) {
      reveal(ids.indexOf(next.id))
      start(next.id, next.key)
      return
    }
    // Left by a key, the cell gets focus before the next key; left by the pointer, the click decides.
    const isByKey = Boolean(document.activeElement?.closest('td[data-key]'))
    if (isByKey) flushSync(() => setPlace(undefined))
    else setPlace(undefined)
    if (place && isByKey) focusCell(place)
    else if (place) requestAnimationFrame(() => focusCell(place))
  }
  return { editable, place, start, leave, conflict, setConflict, ...useRefusedCells() }
}

/** Focuses the cell, where keys continue. */
function focusCell({ id, key }: CellPlace): void {
  // Focus isn't taken back from someone who clicked elsewhere.
  if (document.activeElement !== document.body) return
  const row = document.querySelector(`tr[data-id="${CSS.escape(id)}"]`)
  row?.querySelector<HTMLElement>(`td[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
}
