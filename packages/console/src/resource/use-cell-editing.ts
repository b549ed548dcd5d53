import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRole } from '../session/session-store.ts'
import { type CellPlace, type CellStep, cellAfter, editableKeys } from './cell-editing.ts'
import type { Conflict } from './conflict.ts'

export type CellEditing = ReturnType<typeof useCellEditing>

interface CellEditingOptions {
  resource: Resource
  keys: readonly string[]
  rows: readonly AnyRow[]
  /** The row that is edited next, by its place on the page; it may be out of sight. */
  reveal: (index: number) => void
}

/** Which cell of the table is being edited, and where it goes from there. */
export function useCellEditing({ resource, keys, rows, reveal }: CellEditingOptions) {
  const role = useRole()
  const editable = useMemo(() => editableKeys(keys, { resource, role }), [keys, resource, role])
  const [place, setPlace] = useState<CellPlace>()
  const [conflict, setConflict] = useState<Conflict & { key: string }>()
  // Going down a column, F2 edits the same field of each row.
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
    // Left by a key, the cell has the focus before the next key comes; left by the pointer, that says where it goes.
    const isByKey = Boolean(document.activeElement?.closest('td[data-key]'))
    if (isByKey) flushSync(() => setPlace(undefined))
    else setPlace(undefined)
    if (place && isByKey) focusCell(place)
    else if (place) requestAnimationFrame(() => focusCell(place))
  }
  return { editable, place, start, leave, conflict, setConflict }
}

/** Where the person was: keys go on from there. */
function focusCell({ id, key }: CellPlace): void {
  // Somebody who has gone elsewhere by the pointer is not called back.
  if (document.activeElement !== document.body) return
  const row = document.querySelector(`tr[data-id="${CSS.escape(id)}"]`)
  row?.querySelector<HTMLElement>(`td[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
}
