import { useEffect, useRef } from 'react'
import { isTyping } from '../../ui/is-typing.ts'
import type { PopupHandle } from '../../ui/LatePopup.tsx'

/** The tools above a list that can be reached by keys. */
export type ListTools = ReturnType<typeof useListTools>

export function useListTools() {
  return {
    search: useRef<HTMLInputElement>(null),
    views: useRef<PopupHandle>(null),
    filters: useRef<PopupHandle>(null),
  }
}

/** A key's action; false if the key means nothing here, so that the browser handles it. */
type KeyAction = (event: KeyboardEvent) => unknown

/**
 * Runs a key's action unless someone is typing or the keys belong elsewhere: by default, unless a dialog or menu is
 * open. Shortcuts have no modifier, so they take nothing from the browser (WCAG 2.2, 2.1.4).
 */
export function useListKeys(
  actions: Readonly<Record<string, KeyAction>>,
  isOurs: (target: Element | null) => boolean = isNothingOver,
): void {
  const current = useRef({ actions, isOurs })
  current.current = { actions, isOurs }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const { actions: known, isOurs: isListed } = current.current
      const action = Object.hasOwn(known, event.key) ? known[event.key] : undefined
      const target = event.target instanceof Element ? event.target : null
      if (!action || isTyping(target) || !isListed(target)) return
      if (action(event) !== false) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isNothingOver(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') === null
}
