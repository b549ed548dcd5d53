import { useBlocker } from '@tanstack/react-router'
import { notify } from './notices.ts'

/**
 * Keeps the page while something on it would be lost with it for good, such as a secret that is shown once: the Back
 * button, links and whatever closes a record below say so and do nothing, and the browser asks before it closes the tab.
 */
export function useStayHere(isHeld: boolean): void {
  const stay = () => {
    if (isHeld) notify({ color: 'warning', text: 'steady.stay' })
    return isHeld
  }
  useBlocker({ shouldBlockFn: stay, enableBeforeUnload: () => isHeld })
}
