import { createStore, useStore } from '../store.ts'
import { readStored, writeStored } from '../stored.ts'

/** How this browser shows the console. */
export interface Look {
  isDark: boolean
  isAccessible: boolean
}

const store = createStore<Look>({ isDark: false, isAccessible: false, ...readStored<Look>('look') })

/** Keeps and shows the look; `first-paint.js` reads what is kept before anything is drawn. */
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
