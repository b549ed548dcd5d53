import { createStore, useStore } from '../ui/store.ts'

interface Asking {
  /** Whether the user confirmed that it is them. */
  settle: (isConfirmed: boolean) => void
  answer: Promise<boolean>
}

const store = createStore<Asking | undefined>(undefined)

/** Asks the user, once for all calls that wait for it, to confirm that it is them; false if they would rather not. */
export function askToConfirm(): Promise<boolean> {
  const current = store.get()
  if (current) return current.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (isConfirmed: boolean) => {
    store.set(undefined)
    resolve(isConfirmed)
  }
  store.set({ settle, answer: promise })
  return promise
}

/** Returns what is waiting for the user's confirmation, for the dialog that asks. */
export function useConfirmation(): Asking | undefined {
  return useStore(store)
}
