import { expect, test } from 'vitest'
import { moveColumn } from './table-layout.ts'
import { dropPlace, stepTo } from './use-column-drag.ts'

const heads = [
  { left: 0, width: 100 },
  { left: 100, width: 50 },
  { left: 150, width: 100 },
]

test.each([
  [-20, 0],
  [49, 0],
  [51, 1],
  [124, 1],
  [126, 2],
  [199, 2],
  [201, 3],
  [900, 3],
])('a column dropped at %d pixels goes into gap %d', (x, gap) => {
  expect(dropPlace(x, heads)).toBe(gap)
})

test.each([
  ['c', 0, 'cab'],
  ['a', 3, 'bca'],
  ['a', 2, 'bac'],
  ['b', 1, 'abc'],
  ['b', 2, 'abc'],
  ['c', 1, 'acb'],
])('column %s dropped into gap %d results in %s', (key, gap, expected) => {
  const layout = { columns: ['a', 'b', 'c'], widths: {}, density: 'normal' as const, isPinned: true }
  const step = stepTo(gap, layout.columns.indexOf(key))
  expect(moveColumn(layout, key, step).columns.join('')).toBe(expected)
})
