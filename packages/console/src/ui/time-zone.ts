import { createStore } from './store.ts'

/** The time zone of the console: the firm's, or the browser's until the firm is loaded. */
const zoneStore = createStore<string | undefined>(undefined)

/** Sets the firm's time zone; one unknown to the browser is ignored. */
export function setTimeZone(zone: string | null | undefined): void {
  zoneStore.set(zone && isKnownZone(zone) ? zone : undefined)
}

/** Returns the firm's zone; undefined while the browser's is used instead. */
export function getTimeZone(): string | undefined {
  return zoneStore.get()
}

/** Returns the zone in which times are shown, even if it is the browser's. */
export function zoneShown(): string {
  return getTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

function isKnownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: zone })
    return true
  } catch {
    // RangeError is how Intl reports an unknown zone; there is no predicate.
    return false
  }
}
