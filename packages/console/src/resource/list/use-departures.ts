import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface DeparturesOptions {
  /** Rows that no longer belong in the list. */
  departedIds: ReadonlySet<unknown>
  scroller: RefObject<HTMLElement | null>
  /** When someone last moved the pointer over the list, or scrolled it. */
  movedAt: () => number
  /** Removes them, except those in use. */
  settle: (keptIds: ReadonlySet<unknown>) => void
}

/**
 * Lets rows that others finished leave a list that is held still: at once, or as soon as the pointer rests, so that no
 * row moves from under a click. A row in use stays until it no longer is.
 */
export function useDepartures({ departedIds, scroller, movedAt, settle }: DeparturesOptions): void {
  const look = () => {
    if (departedIds.size === 0 || performance.now() - movedAt() < restMs) return
    const used = new Set<unknown>(usedIds(scroller.current).filter((id) => departedIds.has(id)))
    if (used.size < departedIds.size) settle(used)
  }
  const latest = useRef(look)
  useLayoutEffect(() => {
    latest.current = look
    look()
  })
  const isWaiting = departedIds.size > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => latest.current(), lookMs)
    return () => clearInterval(timer)
  }, [isWaiting])
}

/** How long the pointer must have rested, and how often that is checked, in milliseconds. */
const restMs = 500
const lookMs = 100

/** Returns the rows that the pointer or the focus is on, that are open, or whose menu is. */
function usedIds(scroller: HTMLElement | null): readonly string[] {
  const isUsed = ':is(:hover, :focus-within, [data-open], :has([aria-expanded="true"]))'
  const rows = scroller?.querySelectorAll<HTMLElement>(`tr[data-id]${isUsed}`) ?? []
  return [...rows].flatMap((row) => row.dataset.id ?? [])
}
