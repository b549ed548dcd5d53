import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadWhenReached } from './lazy.ts'
import { reachStore } from './reach.ts'

let isDown = false

beforeEach(() => {
  // Tests of other files, which share this module, may have left it as they lost it.
  reachStore.set('reached')
  vi.stubGlobal('window', {})
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', () => (isDown ? Promise.reject(new TypeError('offline')) : Promise.resolve(new Response())))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  isDown = false
  reachStore.set('reached')
})

/** A part of the console that can be loaded only with a connection. */
async function loadPart(): Promise<string> {
  if (isDown) throw new TypeError('Failed to fetch dynamically imported module')
  return 'part'
}

test('a part that is needed while the connection is lost is loaded when it is back', async () => {
  isDown = true
  const loaded: string[] = []
  const waiting = loadWhenReached(loadPart).then((part) => loaded.push(part))
  await vi.advanceTimersByTimeAsync(4000)
  expect([loaded, reachStore.get()]).toEqual([[], 'offline'])
  isDown = false
  await vi.advanceTimersByTimeAsync(15_000)
  await waiting
  expect([loaded, reachStore.get()]).toEqual([['part'], 'reached'])
})

test('a part that the server no longer has is reported at once', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadWhenReached(() => Promise.reject(gone))).rejects.toBe(gone)
})
