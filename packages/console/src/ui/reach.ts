import { createStore, useStore } from './store.ts'

/** Whether the server responds, as last seen; `slow` while a call waits longer than it should. */
export type Reach = 'reached' | 'slow' | 'offline'

export const reachStore = createStore<Reach>('reached')
const askAgainMs = { first: 1000, most: 15_000 }

export function useReach(): Reach {
  return useStore(reachStore)
}

/** Resolves when the server responds; immediately if it already does. */
export function untilReached(): Promise<void> {
  if (reachStore.get() !== 'offline') return Promise.resolve()
  return new Promise((resolve) => {
    const forget = onReachedAgain(() => {
      forget()
      resolve()
    })
  })
}

/** Calls the listener when the server responds again after an outage. Returns a function that unsubscribes. */
export function onReachedAgain(listener: () => void): () => void {
  let last = reachStore.get()
  return reachStore.subscribe(() => {
    const now = reachStore.get()
    if (now !== 'offline' && last === 'offline') listener()
    last = now
  })
}

/** How often the connection was lost so far. */
let losses = 0

/** Notes that a call is made; call the result when it gets a response, even an error. */
export function noteCalled(): () => void {
  const before = losses
  return () => {
    // The response to a call made before the connection was lost says nothing about now.
    if (losses === before) reachStore.set(late > 0 ? 'slow' : 'reached')
  }
}

/** How many calls have been waiting for long. */
let late = 0

/** Reports that a call has been waiting for long, until the result is called: other calls may be answered meanwhile. */
export function noteSlow(): () => void {
  late += 1
  if (reachStore.get() === 'reached') reachStore.set('slow')
  return () => {
    late -= 1
    if (late === 0 && reachStore.get() === 'slow') reachStore.set('reached')
  }
}

/**
 * Reports that a call couldn't be made. The server is then polled until it responds, so that no one has to reload the
 * page.
 */
export function noteUnreachable(): void {
  if (reachStore.get() === 'offline') return
  losses += 1
  reachStore.set('offline')
  void askUntilReached()
}

/** Asks the server whether it responds. If it doesn't, it is polled from then on. */
export async function isReached(): Promise<boolean> {
  if (reachStore.get() === 'offline') return false
  if (await hasAnswered()) return true
  noteUnreachable()
  return false
}

async function hasAnswered(): Promise<boolean> {
  const noteReached = noteCalled()
  // Not through the session: whether that is still valid is another question.
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
  if (!answer || answer.status >= 500) return false
  noteReached()
  return true
}

async function askUntilReached(): Promise<void> {
  if (typeof window === 'undefined') return
  for (let wait = askAgainMs.first; reachStore.get() === 'offline'; wait = Math.min(wait * 2, askAgainMs.most)) {
    await pause(wait)
    await hasAnswered()
  }
}

/** Ends early when the browser reports a network again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })
}

if (typeof window !== 'undefined') addEventListener('offline', noteUnreachable)
