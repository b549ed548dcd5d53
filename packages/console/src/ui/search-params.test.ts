import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('parameters round-trip through the address, including several under one name', () => {
  const value = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.array(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 4 }),
  )
  const params = fc.dictionary(
    fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
    value,
  )
  fc.assert(
    fc.property(params, (given) => {
      expect(parseSearch(stringifySearch(given))).toEqual({ ...given })
    }),
  )
})

test('numbers and words such as true stay text', () => {
  expect(parseSearch('?q=2024&page=2&x=true')).toEqual({ q: '2024', page: '2', x: 'true' })
})

test('empty values are left out', () => {
  expect(stringifySearch({ q: '', from: undefined })).toBe('')
})
