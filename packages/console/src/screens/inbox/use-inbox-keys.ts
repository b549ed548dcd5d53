import { type RefObject, useEffect, useRef } from 'react'
import type { ItemAction } from './item-actions.ts'

export interface InboxKeys {
  /** Moves to the row below (1) or above (-1); with `isRange` the rows gone over are selected. */
  move: (step: 1 | -1, isRange: boolean) => void
  open: () => void
  close: () => void
  search: () => void
  select: () => void
  /** Asks what the row waits for. */
  fix: () => void
  sheet: () => void
  act: (action: ItemAction) => void
}

const actionKeys: Readonly<Record<string, ItemAction>> = { e: 'archive', r: 'requeue', m: 'manual', c: 'cancel' }
const steps: Readonly<Record<string, 1 | -1>> = { j: 1, J: 1, ArrowDown: 1, k: -1, K: -1, ArrowUp: -1 }

/**
 * The keys of the inbox. They work while the focus is in it or nowhere, never while somebody types, and not
 * with a modifier, so that they take nothing from the browser (WCAG 2.2, 2.1.4).
 */
export function useInboxKeys(root: RefObject<HTMLElement | null>, keys: InboxKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target instanceof Element ? event.target : null
      if (!isOurs(target, root.current) || isTyping(target)) return
      if (press(event, { target, list: root.current, keys: latest.current })) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root])
}

interface Press {
  target: Element | null
  list: HTMLElement | null
  keys: InboxKeys
}

/** Does what the key stands for; false when it stands for nothing here. */
function press(event: KeyboardEvent, { target, list, keys }: Press): boolean {
  const step = steps[event.key]
  // Arrows scroll the open notice; only on the list do they move.
  const isOnList = target === document.body || (list?.contains(target) ?? false)
  if (step && (isOnList || event.key.length === 1)) keys.move(step, event.shiftKey)
  else if (event.key === 'Enter' && target?.matches('tr')) keys.open()
  else if (event.key === 'Escape') keys.close()
  else if (event.key === '/') keys.search()
  else if (event.key === 'x') keys.select()
  else if (event.key === 'f') keys.fix()
  else if (event.key === '?') keys.sheet()
  else if (actionKeys[event.key]) keys.act(actionKeys[event.key] as ItemAction)
  else return false
  return true
}

/** In the list, in the open notice, or nowhere; a menu or a question standing open has keys of its own. */
function isOurs(target: Element | null, list: HTMLElement | null): boolean {
  if (!target || target === document.body) return document.querySelector('[role="dialog"]') === null
  return (list?.contains(target) ?? false) || target.closest('[data-inbox-item]') !== null
}

function isTyping(target: Element | null): boolean {
  const field = target?.closest('input, textarea, select, [contenteditable="true"], [data-own-keys]')
  return field != null && !field.matches('input[type="checkbox"]')
}
