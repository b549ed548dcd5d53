import { createStore, useStore } from '../store.ts'
import { readStored, writeStored } from '../stored.ts'

/** The console's appearance in this browser. */
export interface Look {
  isDark: boolean
  isAccessible: boolean
}

const store = createStore<Look>({ isDark: false, isAccessible: false, ...readStored<Look>('look') })

/** Stores and applies the appearance; `first-paint.js` reads it before the first paint. */
export function setLook(change: Partial<Look>): void {
  const look = { ...store.get(), ...change }
  writeStored('look', look)
  store.set(look)
  const root = document.documentElement
  root.toggleAttribute('data-accessible-colours', look.isAccessible)
  root.setAttribute('data-mantine-color-scheme', look.isDark ? 'dark' : 'light')
}

export function useLook(): Look {
  return useStore(store)
}
