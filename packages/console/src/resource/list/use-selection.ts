import { useRef, useState } from 'react'
import { between, everyMatch, isSelected, nothingSelected, type Selection, withRows } from './row-selection.ts'

export type TableSelection = ReturnType<typeof useSelection>

/**
 * Manages a table's selection. It survives paging and sorting; another search starts over, so that no one acts on rows
 * out of view.
 */
export function useSelection(searchKey: string, pageIds: readonly string[]) {
  const [selection, setSelection] = useState<Selection>(nothingSelected)
  const [madeFor, setMadeFor] = useState(searchKey)
  if (madeFor !== searchKey) {
    setMadeFor(searchKey)
    setSelection(nothingSelected)
  }
  // Rows are rendered again only when they change, so their callbacks must not belong to an earlier page.
  const page = useRef(pageIds)
  page.current = pageIds
  const anchor = useRef<number>(undefined)
  /** Checks or unchecks the row; with `isRange`, all rows from the previous one to it. */
  const toggle = (index: number, isRange: boolean) => {
    const from = isRange ? (anchor.current ?? index) : index
    anchor.current = index
    setSelection((known) => {
      const id = page.current[index]
      return id === undefined ? known : withRows(known, between(page.current, from, index), !isSelected(known, id))
    })
  }
  /** Checks the rows the keys moved over. */
  const extend = (from: number, to: number) => {
    anchor.current = to
    setSelection((known) => withRows(known, between(page.current, from, to), true))
  }
  return {
    selection: madeFor === searchKey ? selection : nothingSelected,
    toggle,
    extend,
    togglePage: (isTicked: boolean) => setSelection((known) => withRows(known, page.current, isTicked)),
    selectMatching: (search: Parameters<typeof everyMatch>[0], total: number) =>
      setSelection(everyMatch(search, total)),
    /** Unchecks single rows the user is done with. */
    drop: (ids: readonly string[]) =>
      setSelection((known) => (known.kind === 'ids' ? withRows(known, ids, false) : known)),
    clear: () => setSelection(nothingSelected),
  }
}
