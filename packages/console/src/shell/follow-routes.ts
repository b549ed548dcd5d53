import type { AnyRouter } from '@tanstack/react-router'
import { holdTarget } from './hold-target.ts'

let previous: string | undefined
let shown: string | undefined

/** Returns the page shown before the current one, with its search; undefined on the first page. */
export function getPreviousRoute(): string | undefined {
  return previous
}

/** Returns the path of the page on screen; another may be loading. */
export function getShownPath(): string | undefined {
  return shown
}

/**
 * Follows each navigation: remembers the previous page, and scrolls to the target of the hash or to the top
 * (specification, sections 2 and 4). Going back restores the scroll position; opening something on the same page
 * doesn't scroll.
 */
export function followRoutes(router: AnyRouter): void {
  let isWayBack = false
  router.history.subscribe(({ action }: { action: { type: string } }) => {
    isWayBack = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
  })
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation && fromLocation.href !== toLocation.href) previous = fromLocation.href
    shown = toLocation.pathname
    stopWaiting()
    if (toLocation.hash) scrollToTarget(toLocation.hash)
    // The first page is at its top; scrolling there would force a layout before everything is loaded.
    else if (fromLocation && pathChanged && !isWayBack) document.getElementById('content')?.scrollTo(0, 0)
    if (fromLocation && pathChanged) setTimeout(focusPage, goneMs)
  })
}

/** By then, what led to the page is gone, if it was on the one before. */
const goneMs = 100

/** The link in a list that led to a page had the focus: without it, nothing would, and Tab would begin at the top. */
function focusPage(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus()
}

let stopWaiting = () => {}

function scrollToTarget(hash: string): void {
  stopWaiting = holdTarget({ page: document.body, find: () => document.getElementById(hash) })
}
