import { describe, expect, test } from 'vitest'
import { selectedOf, steppedTo } from './selection.ts'

describe('what Enter opens', () => {
  test('is the first, also when something better is found', () => {
    expect(selectedOf(undefined, { typed: 'a', ids: ['page', 'action'] })).toBe(0)
    expect(selectedOf({ typed: 'old', id: 'action' }, { typed: 'a', ids: ['page', 'action'] })).toBe(0)
  })

  test('stays what the arrows chose wherever it moves, the first one too', () => {
    const choice = { typed: 'a', id: 'page' }
    expect(selectedOf(choice, { typed: 'a', ids: ['page', 'action'] })).toBe(0)
    expect(selectedOf(choice, { typed: 'a', ids: ['found', 'other', 'page', 'action'] })).toBe(2)
  })

  test('is nothing when what was chosen is gone, or nothing is there', () => {
    expect(selectedOf({ typed: 'a', id: 'gone' }, { typed: 'a', ids: ['page', 'action'] })).toBe(-1)
    expect(selectedOf(undefined, { typed: 'a', ids: [] })).toBe(-1)
  })
})

test('the arrows go round, and begin at an end when nothing is chosen', () => {
  expect(steppedTo(0, 1, 3)).toBe(1)
  expect(steppedTo(2, 1, 3)).toBe(0)
  expect(steppedTo(0, -1, 3)).toBe(2)
  expect(steppedTo(-1, 1, 3)).toBe(0)
  expect(steppedTo(-1, -1, 3)).toBe(2)
})
