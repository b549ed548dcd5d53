import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdTarget } from './hold-target.ts'

let change: () => void = () => {}
let isWatched = false
const scrollIntoView = vi.fn()
const target = { scrollIntoView } as unknown as HTMLElement
const page = {} as HTMLElement

/** Takes the place of the browser's: `change` reports a change of the page. */
function makeObserver(callback: () => void) {
  change = () => {
    if (isWatched) callback()
  }
  const watch = (isOn: boolean) => () => {
    isWatched = isOn
  }
  return { observe: watch(true), disconnect: watch(false) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MutationObserver', makeObserver)
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
})

afterEach(() => scrollIntoView.mockReset())

test('a target that later parts of the page move is scrolled to again', () => {
  holdTarget({ page, find: () => target })
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
  change()
  expect(scrollIntoView).toHaveBeenCalledTimes(2)
})

test('a target is waited for however long it takes to appear', () => {
  let found: HTMLElement | null = null
  holdTarget({ page, find: () => found })
  vi.advanceTimersByTime(60_000)
  found = target
  change()
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
})

test('the page is left alone once it has settled', () => {
  holdTarget({ page, find: () => target })
  vi.advanceTimersByTime(60_000)
  change()
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
})

test.each(['wheel', 'touchmove', 'pointerdown', 'keydown'])(
  '%s ends it, since the page is then in someone’s hands',
  (move) => {
    holdTarget({ page, find: () => target })
    dispatchEvent(new Event(move))
    change()
    expect(scrollIntoView).toHaveBeenCalledTimes(1)
  },
)
