import { expect, test } from 'vitest'
import { between, countOf, everyMatch, isSelected, nothingSelected, rowSelectionOf, withRows } from './row-selection.ts'

const search = { filters: [{ field: 'status', in: ['Open'] }], freeText: 'smith' }

test('rows of several pages add up', () => {
  const first = withRows(nothingSelected, ['a', 'b'], true)
  const second = withRows(first, ['c'], true)
  expect(countOf(second)).toBe(3)
  expect(rowSelectionOf(withRows(second, ['b'], false))).toEqual({ ids: ['a', 'c'] })
  expect(countOf(nothingSelected)).toBe(0)
})

test('all matches exclude unchecked rows, until they are checked again', () => {
  const all = everyMatch(search, 10)
  const some = withRows(all, ['a', 'b'], false)
  expect(countOf(some)).toBe(8)
  expect(isSelected(some, 'a')).toBe(false)
  expect(isSelected(some, 'never seen')).toBe(true)
  expect(rowSelectionOf(withRows(some, ['b'], true))).toEqual({ ...search, except: ['a'], count: 9 })
})

test('all matches with every row unchecked is an empty selection', () => {
  expect(withRows(everyMatch(search, 2), ['a', 'b'], false)).toBe(nothingSelected)
})

test('a range goes in both directions', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(between(ids, 1, 2)).toEqual(['b', 'c'])
  expect(between(ids, 3, 1)).toEqual(['b', 'c', 'd'])
  expect(between(ids, 2, 2)).toEqual(['c'])
})
