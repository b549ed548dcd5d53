import { type PointerEvent, type UIEvent, useState } from 'react'

/** How far a list may be scrolled and still count as being at its beginning. */
const atTop = 8

/** Whether somebody's eye or hand is on the list: a mouse points at it, or it is scrolled. With the handlers that tell. */
export function useHeld() {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  const handlers = {
    // Not when it enters: of a page that was built under a resting pointer that is never told.
    onPointerOver: (event: PointerEvent) => event.pointerType === 'mouse' && setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    // The scroller itself, or what stands around it and captures its events.
    onScrollCapture: ({ target }: UIEvent) => setScrolled(target instanceof Element && target.scrollTop > atTop),
  }
  return { isHeld: isPointedAt || isScrolled, handlers }
}
