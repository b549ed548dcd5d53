/** Stored with every value; values of another version are dropped. */
const version = 1

/** For this browser, or for this tab until it is closed. */
type Area = 'local' | 'session'

/** Returns the stored value, or undefined if there is none of this version. */
export function readStored<T>(name: string, area: Area = 'local'): T | undefined {
  try {
    const stored = JSON.parse(storageOf(area).getItem(storageKey(name)) ?? 'null') as {
      version: number
      value: T
    } | null
    return stored?.version === version ? stored.value : undefined
  } catch {
    // Storage is unavailable or contains something else: treated as empty.
    return undefined
  }
}

/** Stores the value under the name; undefined removes it. */
export function writeStored(name: string, value: unknown, area: Area = 'local'): void {
  try {
    if (value === undefined) storageOf(area).removeItem(storageKey(name))
    else storageOf(area).setItem(storageKey(name), JSON.stringify({ version, value }))
  } catch {
    // Storage is full or unavailable: the console continues from memory.
  }
}

/** Removes every stored value whose name passes the test. */
export function dropStored(area: Area, isDropped: (name: string) => boolean): void {
  try {
    const start = storageKey('')
    const keys = Object.keys(storageOf(area)).filter((key) => key.startsWith(start))
    for (const key of keys) if (isDropped(key.slice(start.length))) storageOf(area).removeItem(key)
  } catch {
    // Storage is unavailable, so nothing is stored in it.
  }
}

/** Removes what another version stored: it is no longer read, and must not reappear with that version. */
export function dropOtherVersions(): void {
  for (const area of ['local', 'session'] as const)
    dropStored(area, (name) => storageOf(area).getItem(storageKey(name)) !== null && !isOfThisVersion(name, area))
}

function isOfThisVersion(name: string, area: Area): boolean {
  try {
    return (
      (JSON.parse(storageOf(area).getItem(storageKey(name)) ?? 'null') as { version?: unknown })?.version === version
    )
  } catch {
    // Not JSON, so not one of our values.
    return false
  }
}

/** Calls the listener when another tab changes the stored value. Returns a function that unsubscribes. */
export function onStoredElsewhere(name: string, listener: () => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey(name) || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Returns the storage; accessing it throws if the browser blocks it. */
function storageOf(area: Area): Storage {
  return area === 'session' ? sessionStorage : localStorage
}

function storageKey(name: string): string {
  return `courtcrier.${name}`
}
