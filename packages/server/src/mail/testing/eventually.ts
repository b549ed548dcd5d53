import { expect } from 'vitest'

/** Looks until what it sees fits. The end of its patience is no measurement, only the mark of what never comes. */
export function eventually<T>(look: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(look, { timeout: 60_000, interval: 20 })
}
