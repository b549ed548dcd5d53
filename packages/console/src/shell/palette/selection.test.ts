import { describe, expect, test } from 'vitest'
import { selectedOf, steppedTo } from './selection.ts'

describe('the item Enter opens', () => {
  test('is the first, even when a better match is found', () => {
    expect(selectedOf(undefined, { typed: 'a', ids: ['page', 'action'] })).toBe(0)
    expect(selectedOf({ typed: 'old', id: 'action' }, { typed: 'a', ids: ['page', 'action'] })).toBe(0)
  })

  test('stays the one chosen by arrows wherever it moves, even the first one', () => {
    const choice = { typed: 'a', id: 'page' }
    expect(selectedOf(choice, { typed: 'a', ids: ['page', 'action'] })).toBe(0)
    expect(selectedOf(choice, { typed: 'a', ids: ['found', 'other', 'page', 'action'] })).toBe(2)
  })

  test('is undefined when the chosen one is gone, or the list is empty', () => {
    expect(selectedOf({ typed: 'a', id: 'gone' }, { typed: 'a', ids: ['page', 'action'] })).toBe(-1)
    expect(selectedOf(undefined, { typed: 'a', ids: [] })).toBe(-1)
  })
})

test('the arrows wrap around, and start at an end when nothing is chosen', () => {
  expect(steppedTo(0, 1, 3)).toBe(1)
  expect(steppedTo(2, 1, 3)).toBe(0)
  expect(steppedTo(0, -1, 3)).toBe(2)
  expect(steppedTo(-1, 1, 3)).toBe(0)
  expect(steppedTo(-1, -1, 3)).toBe(2)
})
