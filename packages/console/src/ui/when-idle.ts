/** Runs the task once the browser is idle. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callback, so a timeout replaces it.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 300)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
