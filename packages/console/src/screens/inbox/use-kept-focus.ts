import { useEffect } from 'react'
import { useLatest } from '../../ui/use-latest.ts'

const panel = '[data-inbox-item]'
const panelTitle = `${panel} h2`

/**
 * Keeps focus in the inbox: when the focused element is removed or disabled, the browser drops focus to the page, where
 * keys mean nothing. It moves to the dialog on top, to the title of the open notice, or to the row that `findRow`
 * returns. A click on nothing is left alone.
 */
export function useKeptFocus(findRow: () => HTMLElement | null): void {
  const latest = useLatest({ findRow })
  useEffect(() => {
    let last: Element | null = document.activeElement
    let wasInPanel = false
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
      wasInPanel = last?.closest(panel) != null
    }
    const check = () => {
      if (!isLost(last)) return
      const home = findDialog() ?? (wasInPanel || isPanelOver() ? findTitle() : null) ?? latest.findRow() ?? findTitle()
      home?.focus({ preventScroll: true })
      if (home?.matches('tr')) home.scrollIntoView({ block: 'nearest' })
    }
    const observer = new MutationObserver(check)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [latest])
}

/** Focuses the title of the open notice, unless focus is in the list next to it. */
export function focusTitle(list: HTMLElement | null): void {
  if (!list?.contains(document.activeElement) || isPanelOver()) findTitle()?.focus({ preventScroll: true })
}

function isLost(last: Element | null): boolean {
  const active = document.activeElement
  if (active && active !== document.body) return active.matches(':disabled')
  return last !== null && last !== document.body && (!last.isConnected || last.matches(':disabled'))
}

function findTitle(): HTMLElement | null {
  return document.querySelector<HTMLElement>(panelTitle)
}

/** Returns the dialog on top, unless it is the open notice itself. */
function findDialog(): HTMLElement | null {
  const top = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
  return top && !top.querySelector(panel) ? top : null
}

/** Whether the open notice covers the list, which then can't have focus. */
function isPanelOver(): boolean {
  return document.querySelector(`[role="dialog"] ${panel}`) !== null
}
