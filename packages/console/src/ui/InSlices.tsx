import { type ReactNode, useDeferredValue } from 'react'

interface InSlicesProps {
  children: ReactNode
  /** What stands in its place for the moment. */
  waiting?: ReactNode
}

/**
 * Draws something large for the first time in slices of a few milliseconds, between which the page answers. Without
 * it, whatever an answer of the server brings is drawn in one go, because stores outside of React ask for that.
 * Later changes are drawn at once, as always.
 */
export function InSlices({ children, waiting = null }: InSlicesProps) {
  const isDrawn = useDeferredValue(true, false)
  return isDrawn ? children : waiting
}
