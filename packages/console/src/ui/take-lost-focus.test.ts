import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeLostFocus } from './take-lost-focus.ts'

const body = { closest: () => null }
const inDialog = { closest: () => body }
const elsewhere = { closest: () => null }
const page: { body: object; activeElement: unknown } = { body, activeElement: body }
const observers = new Set<() => void>()

class Observer {
  private readonly react: () => void
  constructor(react: () => void) {
    this.react = react
  }
  observe() {
    observers.add(this.react)
  }
  disconnect() {
    observers.delete(this.react)
  }
}

const target = { focus: vi.fn(() => undefined) }
const take = () => takeLostFocus(target as unknown as HTMLElement)
const change = (activeElement: unknown) => {
  page.activeElement = activeElement
  for (const react of observers) react()
}

beforeEach(() => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('MutationObserver', Observer)
})
afterEach(() => {
  target.focus.mockClear()
  observers.clear()
})

test('focus that nothing has is taken, and no other', () => {
  change(elsewhere)
  take()
  expect(target.focus).not.toHaveBeenCalled()
  change(body)
  take()
  expect(target.focus).toHaveBeenCalledOnce()
})

test('focus in a dialog is taken once the dialog is gone, unless it went elsewhere', () => {
  change(inDialog)
  take()
  change(inDialog)
  expect(target.focus).not.toHaveBeenCalled()
  change(body)
  expect(target.focus).toHaveBeenCalledOnce()
  expect(observers.size).toBe(0)
  change(inDialog)
  take()
  change(elsewhere)
  change(body)
  expect(target.focus).toHaveBeenCalledOnce()
})

test('nothing is awaited for what is no longer shown', () => {
  change(inDialog)
  const stop = take()
  stop()
  change(body)
  expect(target.focus).not.toHaveBeenCalled()
})
