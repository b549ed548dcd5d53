/**
 * Returns whether the focus is in a dialog over the one whose content has this class, or has something in it that does,
 * such as in a question: Escape is meant for the upper one, but Mantine closes all that are open.
 */
export function isCovered(content: string | undefined): boolean {
  const upper = document.activeElement?.closest('[role="dialog"]')
  if (content === undefined || !upper) return false
  return !upper.classList.contains(content) && upper.querySelector(`.${content}`) === null
}
