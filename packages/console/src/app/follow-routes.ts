import type { AnyRouter } from '@tanstack/react-router'

let previous: string | undefined
let shown: string | undefined

/** The page that was shown before the present one, with its search; undefined on the first page. */
export function getPreviousRoute(): string | undefined {
  return previous
}

/** The path of the page that is on the screen; another one may be on its way. */
export function getShownPath(): string | undefined {
  return shown
}

/**
 * After each navigation: remembers where one came from, and scrolls to the target of the hash or to the top
 * (specification, sections 2 and 4). The way back restores where one was; what is opened on the same page moves nothing.
 */
export function followRoutes(router: AnyRouter): void {
  let isWayBack = false
  router.history.subscribe(({ action }: { action: { type: string } }) => {
    isWayBack = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
  })
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation && fromLocation.href !== toLocation.href) previous = fromLocation.href
    shown = toLocation.pathname
    if (toLocation.hash) scrollToTarget(toLocation.hash)
    // The first page stands at its top; asking for that would have the browser lay it out before all of it is there.
    else if (fromLocation && pathChanged && !isWayBack) document.getElementById('content')?.scrollTo(0, 0)
  })
}

/** What loads slower than this has lost its claim: by then a person has scrolled on their own. */
const patienceMs = 5000

/** Scrolls to the element as soon as it is there: most pages are drawn once their data has come. */
function scrollToTarget(hash: string): void {
  if (show(hash)) return
  const observer = new MutationObserver(() => {
    if (show(hash)) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  const stop = () => observer.disconnect()
  setTimeout(stop, patienceMs)
  addEventListener('wheel', stop, { once: true, passive: true })
}

function show(hash: string): boolean {
  const target = document.getElementById(hash)
  target?.scrollIntoView({ block: 'start' })
  return target !== null
}
