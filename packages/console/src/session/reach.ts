import { createStore, useStore } from '../ui/store.ts'

/** Whether the server answers: as last seen, `slow` while a call waits longer than calls should. */
export type Reach = 'reached' | 'slow' | 'offline'

const store = createStore<Reach>('reached')
const askAgainMs = { first: 1000, most: 15_000 }

export function useReach(): Reach {
  return useStore(store)
}

/** Ends when the server answers; at once when it does. */
export function untilReached(): Promise<void> {
  if (store.get() !== 'offline') return Promise.resolve()
  return new Promise((resolve) => {
    const forget = onReachedAgain(() => {
      forget()
      resolve()
    })
  })
}

/** Calls the listener when the server answers again after it did not. Returns how to stop. */
export function onReachedAgain(listener: () => void): () => void {
  let last = store.get()
  return store.subscribe(() => {
    const now = store.get()
    if (now === 'reached' && last === 'offline') listener()
    last = now
  })
}

/** A call was answered, whatever the answer. */
export function noteReached(): void {
  store.set('reached')
}

/** A call has waited for long, and goes on waiting. */
export function noteSlow(): void {
  if (store.get() === 'reached') store.set('slow')
}

/** A call could not be made. The server is asked until it answers, so that nobody has to load the page again. */
export function noteUnreachable(): void {
  if (store.get() === 'offline') return
  store.set('offline')
  void askUntilReached()
}

async function askUntilReached(): Promise<void> {
  if (typeof window === 'undefined') return
  for (let wait = askAgainMs.first; store.get() === 'offline'; wait = Math.min(wait * 2, askAgainMs.most)) {
    await pause(wait)
    // Not through the session: whether it is still good is another question.
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
    if (answer && answer.status < 500) noteReached()
  }
}

/** Ends early when the browser says that there is a network again. */
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
