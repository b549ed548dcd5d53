/** Runs something heavy once the browser has shown what was drawn before it: an answer to a press comes at once. */
export function afterPaint(run: () => void): void {
  // Nothing is painted in a tab that nobody looks at.
  if (document.hidden) return void setTimeout(run)
  requestAnimationFrame(() => setTimeout(run))
}
