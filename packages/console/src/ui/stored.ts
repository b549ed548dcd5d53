/** Everything kept in the browser carries this; what another version wrote is dropped. */
const version = 1

/** For this browser, or for this tab until it is closed. */
type Area = 'local' | 'session'

/** What was kept under the name, or undefined when there is nothing of this version. */
export function readStored<T>(name: string, area: Area = 'local'): T | undefined {
  try {
    const stored = JSON.parse(storageOf(area).getItem(storageKey(name)) ?? 'null') as {
      version: number
      value: T
    } | null
    return stored?.version === version ? stored.value : undefined
  } catch {
    // Storage is closed to us, or holds something else: the same as nothing.
    return undefined
  }
}

/** Keeps the value under the name; undefined removes it. */
export function writeStored(name: string, value: unknown, area: Area = 'local'): void {
  try {
    if (value === undefined) storageOf(area).removeItem(storageKey(name))
    else storageOf(area).setItem(storageKey(name), JSON.stringify({ version, value }))
  } catch {
    // Storage is full or closed to us: the console works on from memory.
  }
}

/** Removes everything that is kept under a name which the test is true of. */
export function dropStored(area: Area, isDropped: (name: string) => boolean): void {
  try {
    const start = storageKey('')
    const keys = Object.keys(storageOf(area)).filter((key) => key.startsWith(start))
    for (const key of keys) if (isDropped(key.slice(start.length))) storageOf(area).removeItem(key)
  } catch {
    // Storage is closed to us: nothing is kept in it.
  }
}

/** Removes what another version has kept: it is read no more, and must not come back with that version. */
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
    // No JSON: nothing of ours.
    return false
  }
}

/** Calls the listener when another tab changes what is kept under the name. Returns how to stop. */
export function onStoredElsewhere(name: string, listener: () => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey(name) || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Asking for it throws where the browser keeps it closed. */
function storageOf(area: Area): Storage {
  return area === 'session' ? sessionStorage : localStorage
}

function storageKey(name: string): string {
  return `courtcrier.${name}`
}
