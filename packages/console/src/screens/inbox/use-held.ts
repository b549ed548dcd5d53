import { type PointerEvent, type UIEvent, useState } from 'react'

/** How far a list may be scrolled and still count as being at its beginning. */
const atTop = 8

/** Whether somebody's eye or hand is on the list: a mouse points at it, or it is scrolled. With the handlers that tell. */
export function useHeld() {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  const handlers = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onScroll: (event: UIEvent<HTMLElement>) => setScrolled(event.currentTarget.scrollTop > atTop),
  }
  return { isHeld: isPointedAt || isScrolled, handlers }
}
