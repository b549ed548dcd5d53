import { useRef, useState } from 'react'
import { between, everyMatch, isSelected, nothingSelected, type Selection, withRows } from './row-selection.ts'

export type TableSelection = ReturnType<typeof useSelection>

/** The selection of a table. It outlives pages and orders; another search begins anew, so that nobody acts on rows out of sight. */
export function useSelection(searchKey: string, pageIds: readonly string[]) {
  const [selection, setSelection] = useState<Selection>(nothingSelected)
  const [madeFor, setMadeFor] = useState(searchKey)
  if (madeFor !== searchKey) {
    setMadeFor(searchKey)
    setSelection(nothingSelected)
  }
  // Rows are drawn anew only when they change, so what they call must not be of an earlier page.
  const page = useRef(pageIds)
  page.current = pageIds
  const anchor = useRef<number>(undefined)
  /** Ticks the row or takes it out; with `isRange` all rows from the one before to it. */
  const toggle = (index: number, isRange: boolean) => {
    const from = isRange ? (anchor.current ?? index) : index
    anchor.current = index
    setSelection((known) => {
      const id = page.current[index]
      return id === undefined ? known : withRows(known, between(page.current, from, index), !isSelected(known, id))
    })
  }
  /** Ticks the rows that the keys went over. */
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
    clear: () => setSelection(nothingSelected),
  }
}
