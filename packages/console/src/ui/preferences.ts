import { createStore, useStore } from './store.ts'
import { readStored, writeStored } from './stored.ts'

/** What a person has arranged on this browser, by name. */
type Preferences = Readonly<Record<string, unknown>>

const store = createStore<Preferences>(readStored<Preferences>('preferences') ?? {})

/** A preference and how to change it; it outlives the page. */
export function usePreference<T>(name: string, initial: T): [T, (value: T) => void] {
  const all = useStore(store)
  const value = Object.hasOwn(all, name) ? (all[name] as T) : initial
  return [value, (next) => setPreference(name, next)]
}

function setPreference(name: string, value: unknown): void {
  const all = { ...store.get(), [name]: value }
  writeStored('preferences', all)
  store.set(all)
}
