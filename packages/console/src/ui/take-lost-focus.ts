/**
 * For what takes the place of something that had the focus: focuses it if nothing has the focus, or once the dialog that
 * has it is gone. Returns a function that stops waiting.
 */
export function takeLostFocus(target: HTMLElement): () => void {
  if (!isInDialog()) {
    if (isLost()) target.focus()
    return () => undefined
  }
  const observer = new MutationObserver(() => {
    if (isInDialog()) return
    observer.disconnect()
    if (isLost()) target.focus()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function isInDialog(): boolean {
  return Boolean(document.activeElement?.closest('[role="dialog"]'))
}
