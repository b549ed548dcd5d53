/** Runs the task once the browser has nothing better to do. Returns how to call it off. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle time to ask for: a moment later does.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 300)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 5000 })
  return () => cancelIdleCallback(handle)
}
