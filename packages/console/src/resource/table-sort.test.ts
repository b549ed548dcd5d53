import { expect, test } from 'vitest'
import { cleanSort, sortAlsoBy, sortBy } from './table-sort.ts'

const up = (field: string) => ({ field, isDescending: false })
const down = (field: string) => ({ field, isDescending: true })

test('sorting by the same column again reverses it', () => {
  expect(sortBy([up('name'), up('status')], 'number')).toEqual([up('number')])
  expect(sortBy([up('number')], 'number')).toEqual([down('number')])
  expect(sortBy([down('number')], 'number')).toEqual([up('number')])
})

test('an added column comes last, reverses, and is removed', () => {
  const two = sortAlsoBy([up('name')], 'status')
  expect(two).toEqual([up('name'), up('status')])
  const turned = sortAlsoBy(two, 'status')
  expect(turned).toEqual([up('name'), down('status')])
  expect(sortAlsoBy(turned, 'status')).toEqual([up('name')])
})

test('the last column is not removed', () => {
  expect(sortAlsoBy([down('name')], 'name')).toEqual([up('name')])
})

test('a fifth column is not added', () => {
  const four = ['a', 'b', 'c', 'd'].map(up)
  expect(sortAlsoBy(four, 'e')).toEqual(four)
  expect(cleanSort([...four, up('e')])).toEqual(four)
})

test('a column named twice counts once', () => {
  expect(cleanSort([up('a'), down('a'), up('b')])).toEqual([up('a'), up('b')])
})
