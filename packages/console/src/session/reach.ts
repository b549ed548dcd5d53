import { createStore, useStore } from '../ui/store.ts'

/** Whether the server responds, as last seen; `slow` while a call waits longer than it should. */
export type Reach = 'reached' | 'slow' | 'offline'

const store = createStore<Reach>('reached')
const askAgainMs = { first: 1000, most: 15_000 }

export function useReach(): Reach {
  return useStore(store)
}

/** Resolves when the server responds; immediately if it already does. */
export function untilReached(): Promise<void> {
  if (store.get() !== 'offline') return Promise.resolve()
  return new Promise((resolve) => {
    const forget = onReachedAgain(() => {
      forget()
      resolve()
    })
  })
}

/** Calls the listener when the server responds again after an outage. Returns a function that unsubscribes. */
export function onReachedAgain(listener: () => void): () => void {
  let last = store.get()
  return store.subscribe(() => {
    const now = store.get()
    if (now === 'reached' && last === 'offline') listener()
    last = now
  })
}

/** When the server couldn't be reached last, in milliseconds since the page began to load. */
let lostAt = Number.NEGATIVE_INFINITY

/**
 * Reports that a call got a response, even an error. The response to a call made before the connection was lost says
 * nothing about now.
 */
export function noteReached(calledAt: number): void {
  if (calledAt > lostAt) store.set('reached')
}

/** Reports that a call has been waiting for long, and still is. */
export function noteSlow(): void {
  if (store.get() === 'reached') store.set('slow')
}

/**
 * Reports that a call couldn't be made. The server is then polled until it responds, so that no one has to reload the
 * page.
 */
export function noteUnreachable(): void {
  lostAt = performance.now()
  if (store.get() === 'offline') return
  store.set('offline')
  void askUntilReached()
}

async function askUntilReached(): Promise<void> {
  if (typeof window === 'undefined') return
  for (let wait = askAgainMs.first; store.get() === 'offline'; wait = Math.min(wait * 2, askAgainMs.most)) {
    await pause(wait)
    const calledAt = performance.now()
    // Not through the session: whether that is still valid is another question.
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
    if (answer && answer.status < 500) noteReached(calledAt)
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
