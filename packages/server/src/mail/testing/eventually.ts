import { expect } from 'vitest'

/** Polls until the result matches. The timeout isn't a measurement, only the point at which it never will. */
export function eventually<T>(look: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(look, { timeout: 60_000, interval: 20 })
}
