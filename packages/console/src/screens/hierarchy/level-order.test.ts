import { expect, test } from 'vitest'
import { levelsOf, moved, placeAt } from './level-order.ts'

test("levels are in the firm's order, the others after them in the default order", () => {
  expect(levelsOf(['client', 'galaxy', 'firm', 'client'])).toEqual({
    chosen: ['client', 'firm'],
    left: ['case', 'matter', 'practice_group', 'location'],
  })
  expect(levelsOf([])).toEqual({ chosen: ['case', 'matter', 'client', 'practice_group', 'location', 'firm'], left: [] })
})

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 9, 'acb'],
  [1, -1, 'bac'],
  [7, 0, 'abc'],
])('moving the item at %d to %d results in %s', (from, to, expected) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(expected)
})

test('a vertical position belongs to the nearest item', () => {
  expect([placeAt([10, 30, 50], 0), placeAt([10, 30, 50], 39), placeAt([10, 30, 50], 99)]).toEqual([0, 1, 2])
})
