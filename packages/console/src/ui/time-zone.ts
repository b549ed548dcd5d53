import { createStore } from './store.ts'

/** The zone in which the console tells times: the firm's, or the browser's until the firm is known. */
const zoneStore = createStore<string | undefined>(undefined)

/** Sets the firm's time zone; one the browser does not know is passed over. */
export function setTimeZone(zone: string | null | undefined): void {
  zoneStore.set(zone && isKnownZone(zone) ? zone : undefined)
}

/** The firm's zone; undefined where the browser's own stands in for it. */
export function getTimeZone(): string | undefined {
  return zoneStore.get()
}

/** The zone in which times are told, also when it is the browser's. */
export function zoneShown(): string {
  return getTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

function isKnownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: zone })
    return true
  } catch {
    // RangeError is Intl's way of saying "unknown zone"; there is no predicate.
    return false
  }
}
