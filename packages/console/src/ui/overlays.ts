import { createStore, useStore } from './store.ts'

/** Dialogs over the whole console, each loaded when opened. */
export type Overlay = 'palette' | 'keys' | 'support'

/** A key, or several separated by spaces, and the text for its action. */
export type KeyLine = readonly [keys: string, text: string]

/** The shortcuts of the page from which the sheet was opened. */
export interface PageKeys {
  title: string
  lines: readonly KeyLine[]
}

const store = createStore<{ overlay?: Overlay; pageKeys?: PageKeys }>({})

export function openOverlay(overlay: Overlay): void {
  store.set({ overlay })
}

/** Opens the keyboard shortcuts: the page's, whose texts are passed as keys, and below them the console's. */
export function openKeys(pageKeys: PageKeys): void {
  store.set({ overlay: 'keys', pageKeys })
}

/** Closes it, unless another one has replaced it. */
export function closeOverlay(overlay: Overlay): void {
  if (store.get().overlay === overlay) store.set({})
}

export function toggleOverlay(overlay: Overlay): void {
  store.set(store.get().overlay === overlay ? {} : { overlay })
}

export function useOverlay(): { overlay?: Overlay; pageKeys?: PageKeys } {
  return useStore(store)
}
