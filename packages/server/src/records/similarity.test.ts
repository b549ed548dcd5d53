import { describe, expect, test } from 'vitest'
import { compareNames, compareNumbers } from './similarity.ts'

test.each([
  ['20417-003', '20417.3', 'same'],
  ['C-0417', 'c 417', 'same'],
  ['AB12', 'ab012', 'same'],
  ['20417-003', '20417003', 'different'],
  ['100', '10', 'different'],
  ['', '-', 'same'],
] as const)('the numbers %s and %s are %s', (a, b, expected) => {
  expect(compareNumbers(a, b)).toBe(expected)
})

describe('names', () => {
  const compare = (a: string, b: string) => compareNames(a, b, { a: a.replaceAll(' ', ''), b: b.replaceAll(' ', '') })

  test.each([
    ['meridian', 'meridian', 'same_name'],
    ['meri dian', 'meridian', 'near_name'],
    ['meridian', 'meridain', 'near_name'],
    ['meridian', 'merdian', 'near_name'],
    ['meridian', 'meridiann', 'near_name'],
    ['acme', 'acne', undefined],
    ['meridian', 'merlot', undefined],
    ['harbor 14', 'harbor 15', undefined],
    ['meridian', 'noidirem', undefined],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(compare(a, b)).toBe(expected)
  })

  test('without significant words are not similar', () => {
    expect(compareNames('v.', 'v.', { a: '', b: '' })).toBeUndefined()
  })
})
