/**
 * Returns whether the focus is in a dialog over the one whose content has this class, such as a question: Escape is meant
 * for the upper one, but Mantine closes all that are open.
 */
export function isCovered(content: string | undefined): boolean {
  const upper = document.activeElement?.closest('[role="dialog"]')
  return content !== undefined && upper instanceof Element && !upper.classList.contains(content)
}
