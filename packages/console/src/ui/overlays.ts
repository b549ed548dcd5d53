import { createStore, useStore } from './store.ts'

/** What stands over the whole console when it is asked for; each is loaded then. */
export type Overlay = 'palette' | 'keys' | 'support'

const store = createStore<Overlay | undefined>(undefined)

export function openOverlay(overlay: Overlay): void {
  store.set(overlay)
}

/** Closes it, unless another one has taken its place. */
export function closeOverlay(overlay: Overlay): void {
  if (store.get() === overlay) store.set(undefined)
}

export function toggleOverlay(overlay: Overlay): void {
  store.set(store.get() === overlay ? undefined : overlay)
}

export function useOverlay(): Overlay | undefined {
  return useStore(store)
}
