// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetch } from './prefetch.ts'

/** As much of a document as the prefetch uses. */
class FakeElement {
  readonly #isRow: boolean
  constructor(isRow: boolean) {
    this.#isRow = isRow
  }
  closest() {
    return this.#isRow ? this : null
  }
}

let listeners: Map<string, (event: { target: unknown }) => void>

beforeEach(() => {
  vi.useFakeTimers()
  listeners = new Map()
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('document', {
    addEventListener: (name: string, listen: (event: { target: unknown }) => void) => listeners.set(name, listen),
    removeEventListener: (name: string) => listeners.delete(name),
  })
  vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task, 0))
  vi.stubGlobal('cancelIdleCallback', (handle: NodeJS.Timeout) => clearTimeout(handle))
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.useRealTimers()
})

test('loads once, when the pointer or the focus reaches what opens it', () => {
  const load = vi.fn(async () => {})
  prefetch(load, 'tr')
  listeners.get('pointerover')?.({ target: new FakeElement(false) })
  expect(load).not.toHaveBeenCalled()
  listeners.get('focusin')?.({ target: new FakeElement(true) })
  expect(load).toHaveBeenCalledOnce()
  expect(listeners.size).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(load).toHaveBeenCalledOnce()
})

test('loads after five seconds, not earlier', () => {
  const load = vi.fn(async () => {})
  prefetch(load, 'tr')
  vi.advanceTimersByTime(4999)
  expect(load).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10)
  expect(load).toHaveBeenCalledOnce()
})

test.each([{ saveData: true }, { type: 'cellular' }, { effectiveType: '3g' }])(
  'waits on a line with %o',
  (connection) => {
    vi.stubGlobal('navigator', { connection })
    const load = vi.fn(async () => {})
    prefetch(load, 'tr')
    vi.advanceTimersByTime(60_000)
    expect(load).not.toHaveBeenCalled()
    listeners.get('pointerover')?.({ target: new FakeElement(true) })
    expect(load).toHaveBeenCalledOnce()
  },
)

test('does nothing once canceled', () => {
  const load = vi.fn(async () => {})
  prefetch(load, 'tr')()
  vi.advanceTimersByTime(60_000)
  expect(load).not.toHaveBeenCalled()
  expect(listeners.size).toBe(0)
})
