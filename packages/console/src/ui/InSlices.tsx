import { type ReactNode, useDeferredValue } from 'react'

interface InSlicesProps {
  children: ReactNode
  /** Shown in its place until then. */
  waiting?: ReactNode
}

/**
 * Renders something large for the first time in slices of a few milliseconds, between which the page responds.
 * Otherwise a server response is rendered in one go, because stores outside of React require that. Later changes are
 * rendered immediately, as always.
 */
export function InSlices({ children, waiting = null }: InSlicesProps) {
  const isDrawn = useDeferredValue(true, false)
  return isDrawn ? children : waiting
}
