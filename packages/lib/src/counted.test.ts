import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test.each([
  [0, '0 notices, 0 copies'],
  [1, '1 notice, 1 copy'],
  [2, '2 notices, 2 copies'],
])('a count of %i has the word in its number', (count, text) => {
  expect(`${counted(count, 'notice')}, ${counted(count, 'copy', 'copies')}`).toBe(text)
})
