import { expect } from 'vitest'

// Compares bytes as bytes: Vitest asks of each byte of an array whether it is a date, a promise, a URL, and takes
// seconds for a few megabytes. Apart from the setup file, which runs before each file of tests: this runs once a worker.
expect.addEqualityTesters([areSameBytes])

/** Returns undefined for what isn't two arrays of one kind, which Vitest compares itself. */
function areSameBytes(one: unknown, other: unknown): boolean | undefined {
  if (!(one instanceof Uint8Array) || !(other instanceof Uint8Array)) return undefined
  if (one.constructor !== other.constructor) return undefined
  return Buffer.compare(one, other) === 0
}
