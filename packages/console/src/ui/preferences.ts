import { useCallback } from 'react'
import { createStore, useStore } from './store.ts'
import { readStored, writeStored } from './stored.ts'

/** A user's choices in this browser, by name. */
type Preferences = Readonly<Record<string, unknown>>

const store = createStore<Preferences>(readStored<Preferences>('preferences') ?? {})

/** Returns a preference and its setter; it persists across pages. */
export function usePreference<T>(name: string, initial: T): [T, (value: T) => void] {
  const all = useStore(store)
  const value = Object.hasOwn(all, name) ? (all[name] as T) : initial
  return [value, useCallback((next) => setPreference(name, next), [name])]
}

function setPreference(name: string, value: unknown): void {
  const all = { ...store.get(), [name]: value }
  writeStored('preferences', all)
  store.set(all)
}
