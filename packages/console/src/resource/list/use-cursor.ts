import { type RefObject, useEffect, useRef, useState } from 'react'

interface CursorOptions {
  /** The rows of the page. */
  ids: readonly string[]
  /** The element that contains the rows. */
  scroller: RefObject<HTMLElement | null>
  /** The open record, if it follows the cursor, and how to open another. */
  openId?: string
  onOpen?: (id: string) => void
  /** Where the focus must be to follow the cursor while a record is open; if absent, it always follows. */
  root?: RefObject<HTMLElement | null>
  /** Scrolls to a row that may not be rendered. */
  reveal?: (index: number) => void
}

/**
 * Manages the row the keys act on. It is focused as it moves, even from out of view; when it leaves the list, the row
 * that takes its place is next.
 */
export function useCursor({ ids, scroller, openId, onOpen, root, reveal }: CursorOptions) {
  const [activeId, setActiveId] = useState<string>()
  // A new object each time: requesting the same row again focuses it again.
  const [focused, setFocused] = useState<{ id: string }>()
  const last = useRef<{ index: number; id: string | undefined }>(undefined)
  const pushedAt = useRef(Number.NEGATIVE_INFINITY)
  const wantedId = openId ?? activeId
  const found = wantedId === undefined ? -1 : ids.indexOf(wantedId)
  const heir = heirOf(ids, last.current)
  const isGone = found < 0 && openId === undefined && heir !== undefined
  const index = isGone ? heir.index : found
  const id = ids[index]
  const goTo = (nextId: string) => {
    pushedAt.current = Number.NEGATIVE_INFINITY
    setActiveId(nextId)
    setFocused({ id: nextId })
  }
  const move = (step: number) => {
    const next = neighborOf(ids, { index, step, heir })
    const nextId = ids[next]
    if (nextId === undefined) return index
    reveal?.(next)
    goTo(nextId)
    if (openId !== undefined) onOpen?.(nextId)
    return next
  }
  useEffect(() => {
    if (found >= 0) last.current = { index: found, id: ids[found] }
  })
  useEffect(() => {
    if (!isGone || id === undefined) return
    pushedAt.current = performance.now()
    setActiveId(id)
    // Only if the focus was on the row: it isn't taken from elsewhere.
    if (document.activeElement === document.body) setFocused({ id })
  }, [isGone, id])
  const lastOpenId = useRef(openId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus returns only as the record closes
  useEffect(() => {
    const wasOpen = lastOpenId.current !== undefined
    lastOpenId.current = openId
    const back = last.current && ids[Math.min(last.current.index, ids.length - 1)]
    if (root && wasOpen && openId === undefined && back !== undefined)
      goTo(activeId && ids.includes(activeId) ? activeId : back)
  }, [openId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the requested row has been rendered
  useEffect(() => {
    if (!focused) return
    // While someone reads on, the open record keeps focus.
    const isKept = openId !== undefined && root !== undefined && !root.current?.contains(document.activeElement)
    const show = () => showRow(scroller.current, focused.id, { isKept, isScrolledTo: reveal === undefined })
    // A row out of view is rendered on the next frame, after the table has scrolled to it.
    if (!show()) requestAnimationFrame(show)
  }, [focused])
  /** Returns whether it just moved by itself, because its row left the list. */
  const isPushed = () => isGone || performance.now() - pushedAt.current < blinkMs
  return { index, id: openId ?? id, move, goTo, set: setActiveId, isPushed }
}

/** The shortest time in which someone notices that another row is focused. */
const blinkMs = 400

interface Heir {
  index: number
  /** Whether it took the place of a row that left. */
  isOther: boolean
}

/** Returns the row that now has the place of the last one; undefined if there was none, or no row is left. */
function heirOf(ids: readonly string[], last: { index: number; id: string | undefined } | undefined): Heir | undefined {
  if (!last || ids.length === 0) return undefined
  const index = Math.min(last.index, ids.length - 1)
  return { index, isOther: ids[index] !== last.id }
}

interface Step {
  index: number
  step: number
  heir: Heir | undefined
}

function neighborOf(ids: readonly string[], { index, step, heir }: Step): number {
  const inside = (wanted: number) => Math.min(Math.max(wanted, 0), ids.length - 1)
  if (index >= 0) return inside(index + step)
  if (!heir) return 0
  // The open record's row left: the next row already has its place.
  return inside(heir.index + (heir.isOther && step > 0 ? step - 1 : step))
}

interface ShowOptions {
  isKept: boolean
  isScrolledTo: boolean
}

function showRow(scroller: HTMLElement | null, id: string, { isKept, isScrolledTo }: ShowOptions): boolean {
  const row = scroller?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)
  if (!isKept) row?.focus({ preventScroll: true })
  if (isScrolledTo) row?.scrollIntoView({ block: 'nearest' })
  return Boolean(row)
}
