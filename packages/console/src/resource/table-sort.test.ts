import { expect, test } from 'vitest'
import { cleanSort, sortAlsoBy, sortBy } from './table-sort.ts'

const up = (field: string) => ({ field, isDescending: false })
const down = (field: string) => ({ field, isDescending: true })

test('a column that is asked for alone turns around when asked again', () => {
  expect(sortBy([up('name'), up('status')], 'number')).toEqual([up('number')])
  expect(sortBy([up('number')], 'number')).toEqual([down('number')])
  expect(sortBy([down('number')], 'number')).toEqual([up('number')])
})

test('a further column comes last, turns around, and goes', () => {
  const two = sortAlsoBy([up('name')], 'status')
  expect(two).toEqual([up('name'), up('status')])
  const turned = sortAlsoBy(two, 'status')
  expect(turned).toEqual([up('name'), down('status')])
  expect(sortAlsoBy(turned, 'status')).toEqual([up('name')])
})

test('the last column does not go', () => {
  expect(sortAlsoBy([down('name')], 'name')).toEqual([up('name')])
})

test('a fifth column is not taken', () => {
  const four = ['a', 'b', 'c', 'd'].map(up)
  expect(sortAlsoBy(four, 'e')).toEqual(four)
  expect(cleanSort([...four, up('e')])).toEqual(four)
})

test('a column that is named twice counts once', () => {
  expect(cleanSort([up('a'), down('a'), up('b')])).toEqual([up('a'), up('b')])
})
