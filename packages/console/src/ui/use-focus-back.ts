import { useEffect, useState } from 'react'

/**
 * For a dialog that is rendered only while it is open: when it closes, focus goes back to what had it before, or to the
 * button of the menu that it was chosen in. Mantine returns focus only from a dialog that is still rendered.
 */
export function useFocusBack(): void {
  const [before] = useState(findFocused)
  useEffect(
    () => () => {
      // By then, what closed the dialog has moved the focus, if it does.
      setTimeout(() => {
        const { activeElement } = document
        if (activeElement && activeElement !== document.body) return
        before.find((element) => element.isConnected)?.focus({ preventScroll: true })
      })
    },
    [before],
  )
}

function findFocused(): readonly HTMLElement[] {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement)) return []
  const opener = activeElement.closest('[role="menu"], [role="dialog"]')?.getAttribute('aria-labelledby')
  const button = opener ? document.getElementById(opener) : null
  return button ? [activeElement, button] : [activeElement]
}
