/** By these people move on their own; from then on the page is theirs. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** For so long a page stays unchanged before it counts as complete. */
const settledMs = 1500

interface HeldTarget {
  page: HTMLElement
  /** Returns the element to scroll to, once it exists. */
  find: () => HTMLElement | null
}

/**
 * Scrolls to the target as soon as it exists, and again whenever parts that load later move it: most pages are rendered
 * piece by piece as their data arrives. Waits for the target however long that takes, and holds it until the page has
 * settled, unless someone scrolls, clicks or types before. Returns what ends it.
 */
export function holdTarget({ page, find }: HeldTarget): () => void {
  const ended = new AbortController()
  let settled: ReturnType<typeof setTimeout> | undefined
  const hold = () => {
    const target = find()
    if (!target) return
    target.scrollIntoView({ block: 'start' })
    clearTimeout(settled)
    settled = setTimeout(stop, settledMs)
  }
  const changes = new MutationObserver(hold)
  function stop() {
    changes.disconnect()
    clearTimeout(settled)
    ended.abort()
  }
  changes.observe(page, { childList: true, subtree: true })
  for (const move of ownMoves) addEventListener(move, stop, { capture: true, passive: true, signal: ended.signal })
  hold()
  return stop
}
