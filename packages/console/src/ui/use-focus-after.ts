import { useEffect, useRef } from 'react'
import { takeLostFocus } from './take-lost-focus.ts'

/**
 * For a dialog with an address: what was opened by it, and not by a button, has nothing to return the focus to. When it
 * closes and nothing else gets the focus, this element does; without one, the page.
 */
export function useFocusAfter(isOpen: boolean, find: () => HTMLElement | null): void {
  const wasOpen = useRef(false)
  const current = useRef(find)
  current.current = find
  useEffect(() => {
    if (isOpen) wasOpen.current = true
    if (isOpen || !wasOpen.current) return
    let stop = () => {}
    const timer = setTimeout(() => {
      const target = current.current() ?? document.getElementById('content')
      if (target) stop = takeLostFocus(target)
    }, returnedMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isOpen])
}

/** By then, Mantine has returned the focus to what had it before. */
const returnedMs = 50
