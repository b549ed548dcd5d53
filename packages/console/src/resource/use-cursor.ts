import { useEffect, useRef, useState } from 'react'

/** The row the keys act on. It is focused as it moves, also one that was out of sight. */
export function useCursor(count: number, reveal: (index: number) => void) {
  const [index, set] = useState(-1)
  const isMoved = useRef(false)
  /** Moves by so many rows and gives the one that is now current. */
  const move = (step: number) => {
    const next = Math.min(count - 1, Math.max(0, index + step))
    isMoved.current = true
    reveal(next)
    set(next)
    return next
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row that is now current has been drawn
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    // A row out of sight is drawn on the next frame, after the table has scrolled to it.
    if (!focusCurrent()) requestAnimationFrame(focusCurrent)
  }, [index])
  return { index: Math.min(index, count - 1), move, set }
}

function focusCurrent(): boolean {
  const row = document.querySelector<HTMLElement>('tr[data-current]')
  row?.focus({ preventScroll: true })
  return row !== null
}
